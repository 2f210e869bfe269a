import { ensureDemoBuilt } from './lib/demo.mjs'
import { command } from './lib/fault.mjs'
import { checkPorts } from './lib/ports.mjs'
import { prepare } from './lib/prepare.mjs'
import { takeReloadSignals } from './lib/reload-signal.mjs'
import { readSettings } from './lib/settings.mjs'
import { requireKnown } from './lib/variables.mjs'

takeReloadSignals()
command(async () => {
  const code = await prepare({ development: true })
  if (code !== undefined) return code
  const { readEnvFile } = await import('./lib/env-file.mjs')
  const envFile = readEnvFile(process.env)
  const settings = readSettings()
  requireKnown(envFile)
  await checkPorts(settings)
  const { serve } = await import('./lib/serve.mjs')
  return serve('dev', settings.demo ? ensureDemoBuilt : undefined, { envFile })
})
