import { command } from '../../scripts/lib/fault.mjs'
import { takeReloadSignals } from '../../scripts/lib/reload-signal.mjs'

/** The `atrium` of an archive, in which everything is built and Node is the right one. */
takeReloadSignals()
command(async () => {
  const { atrium } = await import('./main.mjs')
  return atrium(process.argv.slice(2))
})
