import { ensureDemoBuilt } from './lib/demo.mjs'
import { command } from './lib/fault.mjs'
import { checkPorts } from './lib/ports.mjs'
import { prepare } from './lib/prepare.mjs'
import { serve } from './lib/serve.mjs'
import { readSettings } from './lib/settings.mjs'

command(async () => {
  const settings = readSettings()
  await checkPorts(settings)
  return (await prepare()) ?? serve('dev', settings.demo ? ensureDemoBuilt : undefined)
})
