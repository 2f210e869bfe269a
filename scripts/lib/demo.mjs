import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from './fault.mjs'
import { results, root, tool } from './paths.mjs'
import { lastWords, run } from './run.mjs'
import { createService } from './service.mjs'
import { hashOf } from './source-hash.mjs'
import { step } from './steps.mjs'

const sources = [
  'demo/ems/index.html',
  'demo/ems/src',
  'demo/ems/model.ts',
  'demo/ems/resources.json',
  'demo/ems/vite.config.ts',
  'packages/client/src',
  'package-lock.json',
]
const stampOf = (folder) => join(folder, 'demo', 'ems', 'dist', '.built')
const stopLimit = 3_000

/** One hash over everything that the pages of `ems` are built from. */
export const demoHash = (folder = root) => hashOf(folder, sources)

export function isDemoBuilt(folder = root) {
  const stamp = stampOf(folder)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === demoHash(folder)
}

/** The pages of the demo system `ems`, where their sources have changed since the last build. `wms` has no build. */
export async function ensureDemoBuilt() {
  if (isDemoBuilt()) return
  await step('Building the demo sub-application (vite build)', async () => {
    const hash = demoHash()
    // It empties the folder first, stamp included: half a build has none.
    const { code, output } = await run(process.execPath, [tool('vite'), 'build', 'demo/ems'], {
      show: false,
      env: { NODE_ENV: 'production' },
    })
    if (code !== 0) {
      throw new Fault(
        `The demo sub-application could not be built (DEMO=0 does without it). The build said:\n${lastWords(output, 40)}`,
      )
    }
    writeFileSync(stampOf(root), hash)
  })
}

/** The demo systems as services (not started), by their code. */
export function demoServices(settings, { env = {}, onLine, onDeath }) {
  const system = (code, variable, port) =>
    createService({
      name: `demo system ${code}`,
      args: [`demo/${code}/server.ts`],
      env: {
        ...env,
        // None of their business.
        SESSION_SECRET: undefined,
        AUDIT_KEY: undefined,
        PLATFORM_CLIENT_SECRET: undefined,
        ADMIN_PASSWORD: undefined,
        DATABASE_URL: undefined,
        NODE_ENV: 'production',
        // Types stripped once: half the time of a start, which the console's own would wait for.
        NODE_COMPILE_CACHE: join(results, 'compiled'),
        PLATFORM_URL: settings.platformUrl,
        [variable]: String(port),
      },
      probe: `http://127.0.0.1:${port}/`,
      onLine: (line) => onLine(code, line),
      onDeath: (...death) => onDeath(code, ...death),
      stopLimit,
    })
  return {
    ems: system('ems', 'EMS_PORT', settings.emsPort),
    wms: system('wms', 'WMS_PORT', settings.wmsPort),
  }
}
