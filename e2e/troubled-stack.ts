import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/lib/ports.mjs'
import { type Stack, startStack } from '../scripts/lib/stack.mjs'
import { test as base } from './fixtures'
import { quickSignIn } from './global-setup'
import { startTroubledPlatform, type TroubledPlatform } from './troubled-platform'

/** Milliseconds that the console waits for the platform here, so that time-outs are quick to see. */
const patience = 2500
const secret = 'a-secret-of-at-least-thirty-two-characters'

interface Troubled {
  /** The real platform, which can be stopped and started. */
  platform: NonNullable<Stack['platform']>
  door: TroubledPlatform
}

/** Tests with a console of their own, over a platform whose answers they can jam. */
export const test = base.extend<object, { troubled: Troubled }>({
  troubled: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'atrium-e2e-trouble-'))
      const keys = { PLATFORM_CLIENT_ID: 'atrium', PLATFORM_CLIENT_SECRET: secret, SESSION_SECRET: secret }
      const plain = { DATABASE_URL: undefined, PUBLIC_ORIGIN: undefined }
      const whole = await startStack({
        port: await freePort(),
        platformPort: await freePort(),
        emsPort: await freePort(),
        wmsPort: await freePort(),
        dataDir,
        env: { ...keys, ...plain, ...quickSignIn, DEMO: '1', PLATFORM_URL: undefined },
      })
      const door = await startTroubledPlatform(whole.platformUrl)
      const site = await startStack({
        port: await freePort(),
        env: { ...keys, ...plain, PLATFORM_URL: door.url, UPSTREAM_TIMEOUT_MS: String(patience) },
      })
      const shared = process.env.ATRIUM_URL
      process.env.ATRIUM_URL = site.url
      if (whole.platform === undefined) throw new Error('the platform is not the embedded one')
      await use({ platform: whole.platform, door })
      process.env.ATRIUM_URL = shared
      await site.stop()
      await door.stop()
      await whole.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
})
