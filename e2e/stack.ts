import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/lib/ports.mjs'
import { createService } from '../scripts/lib/service.mjs'
import { type Service, type Stack, startStack } from '../scripts/lib/stack.mjs'

export type Settings = Record<string, string | undefined>

export const captchaAnswer = '2468'

/** A known captcha, and passwords that are cheap to check. */
const quickSignIn = { CAPTCHA_FIXED: captchaAnswer, PASSWORD_COST: '8' }

/** What console and platform share; the seal of the sessions is known, so that tests can look into cookies. */
export const keys = {
  PLATFORM_CLIENT_ID: 'atrium',
  PLATFORM_CLIENT_SECRET: 'what-console-and-platform-share',
  SESSION_SECRET: 'a-secret-that-only-this-test-run-knows-0123456789',
}

/** Ports, folder of the build and listeners of `startStack`. */
type Places = Omit<NonNullable<Parameters<typeof startStack>[0]>, 'env' | 'dataDir'>

/** Nothing that is set where the tests are started. */
const unset: Settings = { PLATFORM_URL: undefined, DATABASE_URL: undefined, PUBLIC_ORIGIN: undefined }

/** A folder of one's own, which PostgreSQL gets into as well when it runs as another user. */
export async function makeFolder(name: string): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), `atrium-${name}-`))
  await chmod(path, 0o711)
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

interface WholeStack extends Stack {
  dataDir: string
}

/** Console, platform and demo systems at free ports (or those of `places`), with data that go when it stops. */
export async function startWhole(env: Settings, places: Places = {}): Promise<WholeStack> {
  const folder = await makeFolder('e2e')
  const stack = await startStack({
    port: await freePort(),
    platformPort: await freePort(),
    emsPort: await freePort(),
    wmsPort: await freePort(),
    ...places,
    dataDir: folder.path,
    env: { ...unset, ...quickSignIn, DEMO: '1', ...env },
  })
  const stop = async () => {
    await stack.stop()
    await folder.remove()
  }
  return { ...stack, dataDir: folder.path, stop }
}

/** A console over a platform that runs already, at a free port (or the one of `places`). */
export async function startConsole(
  platformUrl: string,
  env: Settings = {},
  places: Places = {},
): Promise<Stack> {
  const settings = { ...unset, ...keys, PLATFORM_URL: platformUrl, ...env }
  return startStack({ port: await freePort(), ...places, env: settings })
}

export interface Platform {
  service: Service
  url: string
  dataDir: string
  stop: () => Promise<void>
}

/** A platform with demo data and without a console; `onLine` gets what it says. */
export async function startPlatform(env: Settings, onLine: (line: string) => void): Promise<Platform> {
  const folder = await makeFolder('e2e-platform')
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const own = { PLATFORM_PORT: port, DATA_DIR: folder.path, DEMO: '1', NODE_ENV: 'production' }
  const service = createService({
    name: 'platform',
    args: ['platform/server.ts'],
    env: { ...unset, ...quickSignIn, ...keys, ...own, ...env },
    probe: `${url}/`,
    onLine: onLine as () => void,
    stopLimit: 15_000,
  })
  await service.start()
  const stop = async () => {
    await service.stop()
    await folder.remove()
  }
  return { service, url, dataDir: folder.path, stop }
}
