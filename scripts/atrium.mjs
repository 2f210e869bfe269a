import { ensureBuilt } from './lib/build.mjs'
import { command } from './lib/fault.mjs'
import { prepare } from './lib/prepare.mjs'
import { takeReloadSignals } from './lib/reload-signal.mjs'

/** `npm run atrium -- COMMAND`: what the `atrium` of an archive does, from a clone. */
takeReloadSignals()
command(async () => {
  const code = await prepare()
  if (code !== undefined) return code
  const { atrium } = await import('../tools/atrium/main.mjs')
  return atrium(process.argv.slice(2), { build: ensureBuilt })
})
