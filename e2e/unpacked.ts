import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freePort } from '../scripts/lib/ports.mjs'
import { createService } from '../scripts/lib/service.mjs'
import type { Stack } from '../scripts/lib/stack.mjs'
import { ensureArchive, unpack } from '../tools/release/ensure.mjs'
import { test as base } from './fixtures'
import type { Place } from './journeys'
import { captchaAnswer, makeFolder, type Settings } from './stack'

export type Console = Pick<Stack, 'console' | 'stop'>

/** Where the consoles of one unpacked archive stand. */
export const prefixes = ['', '/console', '/a/b'] as const
type Prefix = (typeof prefixes)[number]

interface Unpacked {
  sites: Record<Prefix, Place>
  stop: () => Promise<void>
}

/** Tests at the consoles of an archive, unpacked as an operator does, all over the platform in it. */
export const test = base.extend<{ prefix: Prefix; site: Place }, { unpacked: Unpacked }>({
  unpacked: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const unpacked = await startUnpacked()
      const shared = process.env.ATRIUM_URL
      process.env.ATRIUM_URL = unpacked.sites[''].origin
      await use(unpacked)
      process.env.ATRIUM_URL = shared
      await unpacked.stop()
    },
    { scope: 'worker', timeout: 400_000 },
  ],
  origin: [async ({ unpacked }, use) => use(unpacked.sites[''].origin), { scope: 'worker' }],
  prefix: ['', { option: true }],
  site: async ({ unpacked, prefix }, use) => use(unpacked.sites[prefix]),
  baseURL: async ({ site }, use) => use(site.origin),
})

/** `atrium start` for the first, with platform and demo systems; `atrium console` for the others beside it. */
async function startUnpacked(): Promise<Unpacked> {
  const folder = await makeFolder('unpacked')
  const command = unpack(await ensureArchive(), join(folder.path, 'atrium'))
  const names = ['PLATFORM_PORT', 'EMS_PORT', 'WMS_PORT']
  const ports = await Promise.all(names.map(async (name) => [name, String(await freePort())]))
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: join(folder.path, 'data'),
    CAPTCHA_FIXED: captchaAnswer,
    PASSWORD_COST: '8',
    RATE_LIMIT: '5000',
    ...Object.fromEntries(ports),
  }
  const stops: (() => Promise<void>)[] = []
  const place = async (name: string, prefix: Prefix): Promise<Place> => {
    const port = await freePort()
    const own = { ...env, PORT: String(port), BASE_PATH: prefix }
    stops.push(await run(command, name, own))
    return { origin: `http://127.0.0.1:${port}`, prefix }
  }
  const first = await place('start', '')
  const [second, third] = await Promise.all([place('console', '/console'), place('console', '/a/b')])
  return {
    sites: { '': first, '/console': second, '/a/b': third },
    stop: async () => {
      for (const stop of stops.toReversed()) await stop()
      await folder.remove()
    },
  }
}

/** A console of an archive over a platform that runs already, not started; unpacked for it, and gone when it stops. */
export async function unpackedConsole(settings: Settings): Promise<Console> {
  const folder = await makeFolder('unpacked-console')
  const command = unpack(await ensureArchive(), join(folder.path, 'atrium'))
  const program = join(dirname(realpathSync(command)), 'tools', 'atrium', 'archive.mjs')
  const console = createService({
    name: 'console',
    args: [program, 'console'],
    env: { ...settings, DATA_DIR: join(folder.path, 'data') },
    probe: `http://127.0.0.1:${settings.PORT}${settings.BASE_PATH ?? ''}/login`,
    stopLimit: 10_000,
  })
  const stop = async () => {
    await console.stop()
    await folder.remove()
  }
  return { console, stop }
}

/** Resolves when a command of an archive is ready, to the function that stops it. */
function run(command: string, name: string, env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  const child = spawn(command, [name], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let words = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        words += chunk.toString()
        if (!words.includes('Atrium is ready')) return
        resolve(async () => {
          child.kill('SIGTERM')
          await ended
        })
      })
    }
    ended.then(() => reject(new Error(`atrium ${name} ended:\n${words}`)))
  })
}
