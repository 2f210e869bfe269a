import { command } from './lib/fault.mjs'
import { checkPort } from './lib/ports.mjs'
import { prepare } from './lib/prepare.mjs'
import { onReloadSignal, reloader } from './lib/reload.mjs'
import { readSecrets, readSettings } from './lib/settings.mjs'
import { platformService } from './lib/stack.mjs'
import { supervisor } from './lib/supervise.mjs'
import { stopRequest } from './lib/until-signal.mjs'

command(async () => {
  const settings = readSettings({ ...process.env, PLATFORM_URL: '' })
  await checkPort(settings.platformPort, '127.0.0.1', 'PLATFORM_PORT')
  const code = await prepare()
  if (code !== undefined) return code
  const stopping = stopRequest()
  const secrets = readSecrets(settings)
  let died
  const death = new Promise((resolve) => {
    died = resolve
  })
  const say = (sentence) => console.log(`• ${sentence}`)
  const revive = supervisor({ say, signal: stopping })
  const platform = platformService(settings, secrets, {
    onLine: (line) => console.log(line),
    onDeath: (_fault, how) => revive(platform, how, died),
  })
  onReloadSignal(reloader({ env: process.env, settings, secrets, services: { platform }, say }))
  stopping.addEventListener('abort', () => platform.stop().then(() => died()))
  try {
    await platform.start()
  } catch (error) {
    if (stopping.aborted) return 0
    throw error
  }
  console.log(`The platform answers at ${settings.platformUrl}. Ctrl-C stops it.`)
  const fault = await death
  if (fault) throw fault
})
