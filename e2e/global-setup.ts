import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freePort } from '../scripts/lib/ports.mjs'
import { startMicroSystems } from './micro-systems'
import { keys, startWhole } from './stack'

/** What console, platform and systems said during the last run. */
const words = join(import.meta.dirname, '..', 'node_modules', '.cache', 'atrium', 'e2e.log')

/** The built console over an embedded platform with demo data, for all tests that don't stop or break it. */
export default async function setup(): Promise<() => Promise<void>> {
  mkdirSync(dirname(words), { recursive: true })
  writeFileSync(words, '')
  const systems = await startMicroSystems()
  const demo = { emsPort: await freePort(), wmsPort: await freePort() }
  const ports = [...Object.values(demo), ...Object.values(systems.ports)]
  const MICRO_APP_ORIGINS = ports.map((port) => `http://127.0.0.1:${port}`).join(',')
  const { PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET } = keys
  const shared = { PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET, MICRO_APP_ORIGINS }
  const stack = await startWhole(
    // Tests ask faster than people; the fuse has tests of its own.
    { ...shared, RATE_LIMIT: '5000' },
    {
      ...demo,
      onLine: (name, line) => appendFileSync(words, `${new Date().toISOString()} ${name} ${line}\n`),
    },
  )
  process.env.ATRIUM_URL = stack.url
  process.env.MICRO_SYSTEMS = JSON.stringify(systems.ports)
  const { platformUrl, dataDir } = stack
  process.env.ATRIUM_STACK = JSON.stringify({ platformUrl, dataDir, settings: shared })
  return async () => {
    await stack.stop()
    await systems.stop()
  }
}

/** What tests know of the stack that they share; `settings` are those of a further console over its platform. */
interface SharedStack {
  platformUrl: string
  dataDir: string
  settings: { PLATFORM_CLIENT_SECRET: string; MICRO_APP_ORIGINS: string }
}
export const sharedStack = (): SharedStack => JSON.parse(process.env.ATRIUM_STACK ?? '{}')
