import { ensureBuilt } from './lib/build.mjs'
import { command } from './lib/fault.mjs'
import { checkPorts } from './lib/ports.mjs'
import { prepare } from './lib/prepare.mjs'
import { serve } from './lib/serve.mjs'
import { readSettings } from './lib/settings.mjs'

command(async () => {
  const settings = readSettings()
  await checkPorts(settings)
  const code = await prepare()
  if (code !== undefined) return code
  return serve('start', () => ensureBuilt({ demo: settings.demo }))
})
