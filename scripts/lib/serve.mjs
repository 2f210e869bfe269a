import { join } from 'node:path'
import { ignoredSettings } from './ignored-settings.mjs'
import { root } from './paths.mjs'
import { onReload } from './reload-signal.mjs'
import { demoAccounts, needsPublicOrigin, readSecrets, readSettings } from './settings.mjs'
import { startStack } from './stack.mjs'
import { elapsed } from './steps.mjs'
import { stopRequest } from './until-signal.mjs'
import { watchFolders } from './watch.mjs'

/** What Next says about itself while it starts; ours says it better. */
const banner =
  /^\s*$|▲ Next\.js|✓ Running next.config|^\s*- (Local|Network|Environments|Experiments)|✓ (Starting|Ready)/

/**
 * Runs console and platform until Ctrl-C (exit code 0), or until one of them has ended and cannot be started again (1).
 * `before` builds, say. With `alone` it is the console only.
 */
export async function serve(mode, before = async () => {}, { alone = false, envFile } = {}) {
  const settings = readSettings()
  // Missing secrets are told now, not after the build.
  readSecrets(settings)
  await before()
  const stopping = stopRequest()
  let died
  const death = new Promise((resolve) => {
    died = resolve
  })
  console.log(`• Starting ${settings.embedded && !alone ? 'the platform and the console' : 'the console'} …`)
  let stack
  try {
    stack = await startStack({
      mode,
      alone,
      envFile,
      signal: stopping,
      onDeath: died,
      say: (sentence) => console.log(`• ${sentence}`),
      onLine: (name, line) => {
        if (!banner.test(line)) console.log(toldLine(name, line, process.stdout.isTTY))
      },
    })
  } catch (error) {
    if (stopping.aborted) return 0
    throw error
  }
  console.log(greeting(stack, elapsed()))
  onReload(stack.reload)
  if (mode === 'dev' && stack.platform) restartOnChange(stack.platform, stopping)
  const fault = await Promise.race([death, aborted(stopping)])
  await stack.stop()
  if (fault) throw fault
  console.log('Stopped.')
  return 0
}

/** A line of a program's, for people at a terminal; for whatever else reads it, an entry stays JSON and names the program. */
export function toldLine(name, line, isTerminal = false) {
  const isEntry = line.startsWith('{"')
  return isEntry && !isTerminal
    ? `{"program":${JSON.stringify(name)},${line.slice(1)}`
    : `${name.padEnd(8)} │ ${line}`
}

/** The development server renders changes by itself; the platform is a program that has to be started anew. */
function restartOnChange(platform, signal) {
  const folders = ['platform', join('lib', 'contracts')].map((folder) => join(root, folder))
  const restart = async () => {
    console.log('• The platform has changed, and starts again …')
    await platform.stop()
    try {
      await platform.start()
      console.log('• The platform is back')
    } catch (fault) {
      console.log(`✖ ${fault.message}\n• It starts again with the next change.`)
    }
  }
  watchFolders(folders, restart, signal)
}

const aborted = (signal) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)))

function greeting({ url, settings }, time) {
  const lines = ['', `Atrium is ready (${time}):  ${url}`, '']
  if (settings.demo) {
    lines.push(demoAccounts, '')
  }
  if (settings.demo && settings.reachable) {
    lines.push(
      'Others can reach it, and everybody knows these passwords. Set DEMO=0 and a new DATA_DIR for real use.',
      '',
    )
  }
  for (const line of ignoredSettings(settings)) lines.push(line, '')
  if (needsPublicOrigin()) {
    lines.push(
      'It listens on every address. Set PUBLIC_ORIGIN to the one that people type, or it refuses their calls.',
      '',
    )
  }
  return [...lines, 'Ctrl-C stops it.'].join('\n')
}
