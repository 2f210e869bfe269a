import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makingIn } from './alone.mjs'
import { Fault } from './fault.mjs'
import { modules, root } from './paths.mjs'
import { lastWords, run } from './run.mjs'
import { step } from './steps.mjs'
import { trim } from './trim.mjs'

const spaceNeeded = 1.5 * 1024 ** 3
const stampName = '.atrium-lock'
/** Behind the lock's hash: packages for development are missing. */
const onlyRunning = 'running'

/** What an installation depends on. */
export function lockStamp(folder = root) {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
}

/** Whether what running and building takes is there; with `development`, what only tests and checks take as well. */
export function isInstalled(folder = root, { development = false } = {}) {
  const installed = join(folder, 'node_modules')
  if (!existsSync(installed)) return false
  const stamp = readStamp(folder)
  if (stamp) return stamp.lock === lockStamp(folder) && (stamp.isWhole || !development)
  return agreesWithLock(folder, development)
}

/** What was installed here; nothing where we did not do it. */
function readStamp(folder) {
  const file = join(folder, 'node_modules', stampName)
  if (!existsSync(file)) return undefined
  const [lock, parts] = readFileSync(file, 'utf8').trim().split(' ')
  return { lock, isWhole: parts !== onlyRunning }
}

/** Somebody may have run npm himself: its own record of what lies there tells. */
function agreesWithLock(folder, development) {
  const record = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional, dev }]) => {
    if (path === '' || (dev && !development)) return true
    return present[path] ? present[path].version === version : optional === true
  })
}

/**
 * `npm ci` where the packages are missing or package-lock.json has changed since: those that running and building take, and
 * with `development` all of them. Where only those for development are missing they are added, since `npm ci` would
 * begin by deleting what a system that runs here still reads.
 */
export async function ensureInstalled({ development = false, folder = root, npm = runNpm } = {}) {
  const stamp = readStamp(folder)
  // A clone that was worked in stays one.
  const isWhole =
    development || stamp?.isWhole === true || (!stamp && isInstalled(folder, { development: true }))
  const isThere = () => isInstalled(folder, { development: isWhole })
  if (isThere()) {
    if (!stamp) writeStamp(folder, isWhole)
    return
  }
  await makingIn(folder, async () => {
    // Somebody else may have done it meanwhile.
    if (isThere()) return
    checkSpace()
    if (isWhole && isInstalled(folder))
      await step('Installing packages for tests and checks (npm install)', () => npm(addition))
    else {
      const part = isWhole ? '--include=dev' : '--omit=dev'
      await step('Installing packages (npm ci)', () => npm([...clean, part]))
      // Whoever debugs has the maps.
      if (!isWhole) trim(join(folder, 'node_modules'))
    }
    writeStamp(folder, isWhole)
  })
}

function writeStamp(folder, isWhole) {
  try {
    writeFileSync(
      join(folder, 'node_modules', stampName),
      `${lockStamp(folder)}${isWhole ? '' : ` ${onlyRunning}`}\n`,
    )
  } catch {
    // A read-only installation is complete all the same; it is only compared again next time.
  }
}

function checkSpace() {
  const { bavail, bsize } = statfsSync(root)
  if (bavail * bsize >= spaceNeeded) return
  const free = ((bavail * bsize) / 1024 ** 3).toFixed(1)
  throw new Fault(
    `Only ${free} GB are free on the disk of ${root}; installing and building take about 1.5 GB. Make room and start again.`,
  )
}

const clean = ['ci', '--include=optional']
/** Without `--no-save` it would write package-lock.json anew. */
const addition = ['install', '--no-save', '--include=dev', '--include=optional', '--prefer-offline']

async function runNpm(words) {
  // No package has a script that it does not do without (tests/unit/dependencies.test.ts).
  const args = [...words, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  args.push('--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000')
  const npm = process.env.npm_execpath
  const { code, output } = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args], { show: false })
    : await run('npm', args, { show: false })
  if (code !== 0) throw new Fault(explainInstall(output))
}

/** Names the fault behind npm's words, with its fix. */
export function explainInstall(output) {
  const said = `\nnpm said:\n${lastWords(output)}`
  if (/spawn npm ENOENT/.test(output))
    return 'npm was not found. It comes with Node: install Node 24 from https://nodejs.org.'
  if (/ENOSPC|no space left/i.test(output))
    return `No space is left on the disk. Make room (about 1.5 GB) and start again.${said}`
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH/.test(output)) {
    return `The npm registry cannot be reached. Check the network, or name the proxy (HTTPS_PROXY) or your own registry (npm config set registry), and start again.${said}`
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return `${modules} cannot be written. Start as the user that owns the folder (or chown it to this one).${said}`
  }
  return `The packages could not be installed (npm).${said}`
}
