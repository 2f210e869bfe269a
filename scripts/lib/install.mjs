import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from './fault.mjs'
import { modules, root } from './paths.mjs'
import { lastWords, run } from './run.mjs'
import { step } from './steps.mjs'

const spaceNeeded = 1.5 * 1024 ** 3
const stampName = '.atrium-lock'

/** What an installation depends on. */
export function lockStamp(folder = root) {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
}

export function isInstalled(folder = root) {
  const installed = join(folder, 'node_modules')
  if (!existsSync(installed)) return false
  const stamp = join(installed, stampName)
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8').trim() === lockStamp(folder)
  return agreesWithLock(folder)
}

/** Somebody may have run npm himself: its own record of what lies there tells. */
function agreesWithLock(folder) {
  const record = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true
    return present[path] ? present[path].version === version : optional === true
  })
}

/** `npm ci` where the packages are missing or package-lock.json has changed since. */
export async function ensureInstalled() {
  if (!isInstalled()) {
    checkSpace()
    await step('Installing packages (npm ci)', installPackages)
  }
  const stamp = join(modules, stampName)
  if (!existsSync(stamp)) {
    try {
      writeFileSync(stamp, `${lockStamp()}\n`)
    } catch {
      // A read-only installation is complete all the same; it is only compared again next time.
    }
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

async function installPackages() {
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
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
  return `The packages could not be installed (npm ci).${said}`
}
