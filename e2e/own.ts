import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unsealData } from 'iron-session'
import pg from 'pg'
import type { Service, Stack } from '../scripts/lib/stack.mjs'
import { test as base, type Caller, tell, unique } from './fixtures'
import { type JammedPlatform, startJammedPlatform } from './jammed-platform'
import { type Files, type MicroServer, startMicroServer } from './micro-server'
import { keys, startConsole, startPlatform } from './stack'

/** Milliseconds that the console waits for the platform here, so that time-outs are quick to see. */
const patience = 2500
/** MicroSystems that one test can have at once. */
const servers = 6

/** A console and platform of one's own: to stop them, to jam the platform's answers, to read what it says. */
export interface Own extends Omit<JammedPlatform, 'url' | 'stop'> {
  console: Service
  platform: Service
  platformUrl: string
  /** What the platform and the console said so far, line by line. */
  said: string[]
  dataDir: string
  /** Servers that the console loads sub-applications from; nothing listens at the last one. */
  farm: readonly MicroServer[]
}

/** A sub-application of the test's own. */
export interface MicroSystem {
  code: string
  name: string
  server: MicroServer
}

export interface Micro {
  /** Registers a system of the test's own, whose server serves these files. */
  add: (caller: Caller, files: Files) => Promise<MicroSystem>
  /** Registers a system at a port where nothing listens. */
  addDead: (caller: Caller) => Promise<MicroSystem>
}

/** Tests at a console of their own: `process.env.ATRIUM_URL` names it. */
export const test = base.extend<{ micro: Micro; cleared: undefined }, { own: Own & { site: Stack } }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const said: string[] = []
      const listen = (line: string) => said.push(line)
      const farm = await Promise.all(Array.from({ length: servers }, startMicroServer))
      const dead = await startMicroServer()
      await dead.stop()
      const platform = await startPlatform({ LOG_LEVEL: 'debug' }, listen)
      const door = await startJammedPlatform(platform.url)
      const site = await startConsole(
        door.url,
        {
          LOG_LEVEL: 'debug',
          UPSTREAM_TIMEOUT_MS: String(patience),
          MICRO_APP_ORIGINS: [...farm, dead].map(({ port }) => `http://127.0.0.1:${port}`).join(','),
        },
        { onLine: (_, line) => listen(line) },
      )
      const { dataDir, url: platformUrl, service } = platform
      const parts = { console: site.console, platform: service, platformUrl, said, dataDir, site }
      await use({ ...door, ...parts, farm: [...farm, dead] })
      await site.stop()
      await door.stop()
      await platform.stop()
      await Promise.all(farm.map((server) => server.stop()))
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  origin: [
    async ({ own }, use) => {
      const shared = process.env.ATRIUM_URL
      process.env.ATRIUM_URL = own.site.url
      await use(own.site.url)
      process.env.ATRIUM_URL = shared
    },
    { scope: 'worker' },
  ],
  // The troubles of one test are none of the next one's.
  cleared: [
    async ({ own }, use) => {
      await use(undefined)
      own.clear()
    },
    { auto: true },
  ],
  micro: async ({ own }, use) => {
    const free = own.farm.slice(0, -1)
    const register = async (caller: Caller, server: MicroServer | undefined): Promise<MicroSystem> => {
      if (server === undefined) throw new Error(`a test has at most ${servers} systems`)
      const code = unique('s').slice(0, 30)
      const system = { code, name: `系统${code}`, version: '1.0', type: 0, enable: true }
      const place = { port: String(server.port), hostName: '127.0.0.1' }
      await tell(caller, '/sys/resourcesConfig/page/add', { ...system, ...place })
      return { code, name: system.name, server }
    }
    await use({
      add: async (caller, files) => {
        const system = await register(caller, free.shift())
        system.server.serve(files)
        return system
      },
      addDead: (caller) => register(caller, own.farm.at(-1)),
    })
  },
})

/** The bearer token in a sealed cookie, which nobody without the secret learns. */
export async function tokenIn(seal: string): Promise<string> {
  const { SESSION_SECRET } = keys
  const id = createHash('sha256').update(SESSION_SECRET).digest().readUInt32BE(0)
  const session = await unsealData<{ token: string }>(seal, { password: { [id]: SESSION_SECRET } })
  return session.token
}

/** Keeps the platform from storing a system's resources until the function that it gives is called. */
export async function holdSystem(own: Own, { code }: MicroSystem): Promise<() => Promise<void>> {
  const read = async (name: string) => (await readFile(join(own.dataDir, name), 'utf8')).trim()
  const home = await read('postgres-location').catch(() => join(own.dataDir, 'postgres'))
  const host = encodeURIComponent(join(home, 'socket'))
  const client = new pg.Client({
    connectionString: `postgresql://postgres:${await read('postgres-password')}@${host}/atrium?sslmode=disable`,
  })
  await client.connect()
  await client.query('begin')
  await client.query('select id from system_config where code = $1 for update', [code])
  return async () => {
    await client.query('commit')
    await client.end()
  }
}
