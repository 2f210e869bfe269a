import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { BrowserContext } from 'playwright/test'
import { freePort } from '../scripts/lib/ports.mjs'
import { startStack } from '../scripts/lib/stack.mjs'
import { unique } from './fixtures'
import { quickSignIn } from './global-setup'
import { tell } from './lists'
import { type Files, type MicroServer, startMicroServer } from './micro-server'
import { test as base } from './people'

/** The data folder of this worker's stack. */
let folder = ''
/** Systems that one test can have at once. */
const servers = 6

interface Micro {
  /** Registers a system of the test's own, whose server serves these files. */
  add: (admin: BrowserContext, files: Files, more?: { enable?: boolean; name?: string }) => Promise<System>
  /** Registers a system at a port where nothing listens. */
  addDead: (admin: BrowserContext) => Promise<System>
}
export interface System {
  code: string
  name: string
  server: MicroServer
}

/** Tests with a console and platform of their own, which loads sub-applications from servers that the test drives. */
export const test = base.extend<{ micro: Micro }, { farm: MicroServer[] }>({
  farm: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const farm = await Promise.all(Array.from({ length: servers }, startMicroServer))
      const dead = await startMicroServer()
      await dead.stop()
      const dataDir = await mkdtemp(join(tmpdir(), 'atrium-e2e-micro-'))
      const origins = [...farm, dead].map(({ port }) => `http://127.0.0.1:${port}`)
      const stack = await startStack({
        port: await freePort(),
        platformPort: await freePort(),
        emsPort: await freePort(),
        wmsPort: await freePort(),
        dataDir,
        env: {
          ...quickSignIn,
          DEMO: '1',
          MICRO_APP_ORIGINS: origins.join(','),
          PLATFORM_URL: undefined,
          DATABASE_URL: undefined,
          PUBLIC_ORIGIN: undefined,
        },
      })
      const shared = process.env.ATRIUM_URL
      process.env.ATRIUM_URL = stack.url
      folder = dataDir
      await use([...farm, dead])
      process.env.ATRIUM_URL = shared
      await stack.stop()
      await Promise.all(farm.map((server) => server.stop()))
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  micro: async ({ farm }, use) => {
    const [dead] = farm.slice(-1)
    const free = farm.slice(0, -1)
    const register = async (
      admin: BrowserContext,
      server: MicroServer | undefined,
      { enable = true, name = '' },
    ): Promise<System> => {
      if (server === undefined) throw new Error(`a test has at most ${servers} systems`)
      const code = unique('s').slice(0, 30)
      const system = { code, name: name || `系统${code}`, version: '1.0', type: 0, enable }
      const place = { port: String(server.port), hostName: '127.0.0.1' }
      await tell(admin, '/sys/resourcesConfig/page/add', { ...system, ...place })
      return { code, name: system.name, server }
    }
    await use({
      add: async (admin, files, more = {}) => {
        const system = await register(admin, free.shift(), more)
        system.server.serve(files)
        return system
      },
      addDead: (admin) => register(admin, dead, {}),
    })
  },
})

/** Keeps the platform from storing a system's resources until the function that it gives is called. */
export async function holdSystem({ code }: System): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: await database() })
  await client.connect()
  await client.query('begin')
  await client.query('select id from system_config where code = $1 for update', [code])
  return async () => {
    await client.query('commit')
    await client.end()
  }
}

/** The embedded database (platform/db/embedded). */
async function database(): Promise<string> {
  const read = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim()
  const home = await read('postgres-location').catch(() => join(folder, 'postgres'))
  const host = encodeURIComponent(join(home, 'socket'))
  return `postgresql://postgres:${await read('postgres-password')}@${host}/atrium`
}
