import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../scripts/lib/ports.mjs'
import { startStack } from '../scripts/lib/stack.mjs'
import { startMicroSystems } from './micro-systems'

/** What console, platform and systems said during the last run. */
const words = join(import.meta.dirname, '..', 'node_modules', '.cache', 'atrium', 'e2e.log')

export const captchaAnswer = '2468'

/** A known captcha, and passwords that are cheap to check. */
export const quickSignIn = { CAPTCHA_FIXED: captchaAnswer, PASSWORD_COST: '8' }

const client = { PLATFORM_CLIENT_ID: 'atrium', PLATFORM_CLIENT_SECRET: 'what-console-and-platform-share' }

/** The built console over an embedded platform with demo data, for all tests that don't stop or break it. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-e2e-'))
  // Started as root, PostgreSQL runs as another user, who has to get in.
  await chmod(dataDir, 0o711)
  mkdirSync(dirname(words), { recursive: true })
  writeFileSync(words, '')
  const systems = await startMicroSystems()
  process.env.MICRO_SYSTEMS = JSON.stringify(systems.ports)
  const emsPort = await freePort()
  const wmsPort = await freePort()
  const ports = [emsPort, wmsPort, ...Object.values(systems.ports)]
  const MICRO_APP_ORIGINS = ports.map((port) => `http://127.0.0.1:${port}`).join(',')
  const stack = await startStack({
    port: await freePort(),
    platformPort: await freePort(),
    emsPort,
    wmsPort,
    dataDir,
    onLine: (name, line) => appendFileSync(words, `${new Date().toISOString()} ${name} ${line}\n`),
    env: {
      ...quickSignIn,
      DEMO: '1',
      PLATFORM_URL: undefined,
      DATABASE_URL: undefined,
      PUBLIC_ORIGIN: undefined,
      // Tests ask faster than people; the fuse has tests of its own.
      RATE_LIMIT: '5000',
      ...client,
      MICRO_APP_ORIGINS,
    },
  })
  process.env.ATRIUM_URL = stack.url
  process.env.ATRIUM_STACK = JSON.stringify({ platformUrl: stack.platformUrl, dataDir })
  // What a further console over the same platform is started with (proxied.ts).
  process.env.ATRIUM_PLATFORM = JSON.stringify({
    PLATFORM_URL: stack.platformUrl,
    ...client,
    MICRO_APP_ORIGINS,
  })
  return async () => {
    await stack.stop()
    await systems.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
