import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unsealData } from 'iron-session'
import { freePort } from '../scripts/lib/ports.mjs'
import { type Stack, startStack } from '../scripts/lib/stack.mjs'
import { test as base } from './fixtures'
import { quickSignIn } from './global-setup'

const sessionSecret = 'a-secret-that-only-this-test-run-knows-0123456789'

/**
 * Tests with a console and platform of their own: to stop the platform, to read what it logs (`said`), or to look into
 * the sealed cookie.
 */
export const test = base.extend<object, { stack: Stack & { said: string[] } }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'atrium-e2e-own-'))
      const said: string[] = []
      const stack = await startStack({
        port: await freePort(),
        platformPort: await freePort(),
        emsPort: await freePort(),
        wmsPort: await freePort(),
        dataDir,
        env: {
          ...quickSignIn,
          DEMO: '1',
          SESSION_SECRET: sessionSecret,
          LOG_LEVEL: 'debug',
          PLATFORM_URL: undefined,
          DATABASE_URL: undefined,
          PUBLIC_ORIGIN: undefined,
        },
        onLine: (_, line) => said.push(line),
      })
      await use({ ...stack, said })
      await stack.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ stack }, use) => use(stack.url),
})

/** The bearer token in a sealed cookie, which nobody without the secret learns. */
export async function tokenIn(seal: string): Promise<string> {
  const id = createHash('sha256').update(sessionSecret).digest().readUInt32BE(0)
  const session = await unsealData<{ token: string }>(seal, { password: { [id]: sessionSecret } })
  return session.token
}
