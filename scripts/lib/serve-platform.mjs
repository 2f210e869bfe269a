import { checkPorts } from './ports.mjs'
import { reloader } from './reload.mjs'
import { onReload } from './reload-signal.mjs'
import { readSecrets, readSettings } from './settings.mjs'
import { platformService } from './stack.mjs'
import { supervisor } from './supervise.mjs'
import { stopRequest } from './until-signal.mjs'

/** Runs the embedded platform until Ctrl-C, or until it has ended and cannot be started again. */
export async function servePlatform({ envFile } = {}) {
  const settings = readSettings({ ...process.env, PLATFORM_URL: '' })
  await checkPorts(settings, 'platform')
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
  const reload = reloader({ env: process.env, envFile, settings, secrets, services: { platform }, say })
  stopping.addEventListener('abort', () => platform.stop().then(() => died()))
  try {
    await platform.start()
  } catch (error) {
    if (stopping.aborted) return
    throw error
  }
  console.log(`The platform answers at ${settings.platformUrl}. Ctrl-C stops it.`)
  onReload(reload)
  const fault = await death
  if (fault) throw fault
}
