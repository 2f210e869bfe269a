import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makingIn } from './alone.mjs'
import { ensureDemoBuilt } from './demo.mjs'
import { Fault } from './fault.mjs'
import { root, tool } from './paths.mjs'
import { lastWords, run } from './run.mjs'
import { hashOf } from './source-hash.mjs'
import { step } from './steps.mjs'

const sources = [
  'app',
  'components',
  'lib',
  'messages',
  'public',
  'middleware.ts',
  'instrumentation.ts',
  'next.config.ts',
]
const settings = ['postcss.config.mjs', 'tsconfig.json', 'package.json', 'package-lock.json']
/** The first line of every script of a build (`hintCompilation`). */
const compileHint = '//# allFunctionsCalledOnLoad'
/** Everything that a build of the console is made from, below the root. */
export const consoleSources = [...sources, ...settings]

/** One hash over everything that a build of the console is made from. */
export function sourceHash(folder = root, basePath = process.env.BASE_PATH ?? '') {
  return hashOf(folder, consoleSources, `BASE_PATH=${basePath} ${compileHint}`)
}

const stampOf = (folder) => join(folder, '.next', 'atrium-build')

export function isBuilt(folder = root, hash = sourceHash(folder)) {
  if (!existsSync(join(folder, '.next', 'BUILD_ID')) || !existsSync(stampOf(folder))) return false
  return readFileSync(stampOf(folder), 'utf8') === hash
}

/** Builds what is missing or stale: the console, and the demo sub-application unless it is not wanted. */
export async function ensureBuilt({ demo = true } = {}) {
  if (!isBuilt()) await makingIn(root, async () => isBuilt() || buildConsole())
  if (demo) await ensureDemoBuilt()
}

async function buildConsole() {
  await step('Building the console (next build)', async () => {
    // Taken before: what somebody saves meanwhile is built next time. Removed first: half a build has no stamp.
    const hash = sourceHash()
    rmSync(stampOf(root), { force: true })
    await build(root, { BASE_PATH: process.env.BASE_PATH })
    writeFileSync(stampOf(root), hash)
  })
}

/** `next build` in a folder with the sources. */
export async function build(folder, env) {
  const { code, output } = await run(process.execPath, [tool('next'), 'build'], {
    show: false,
    cwd: folder,
    env: { NODE_ENV: 'production', BUILT_AT: String(Date.now()), ...env },
  })
  if (code !== 0) throw new Fault(explainBuild(output))
  hintCompilation(join(folder, '.next', 'static', 'chunks'))
}

/**
 * Browsers that know this hint compile the whole file beside the page, while it arrives; the others, and all without it, do
 * it piece by piece as its functions are first called, when the page is waited for.
 * https://v8.dev/blog/explicit-compile-hints
 */
function hintCompilation(folder) {
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.js'))) {
    const file = join(folder, name)
    writeFileSync(file, `${compileHint}\n${readFileSync(file, 'utf8')}`)
  }
}

/** Another build of the console in a folder of its own, with `added` behind some of its files. */
export async function ensureBuiltIn(folder, title, env, added = {}) {
  const hash = sourceHash(root, [env.BASE_PATH, ...Object.entries(added)].join(' '))
  if (isBuilt(folder, hash)) return folder
  await step(title, async () => {
    rmSync(stampOf(folder), { force: true })
    mkdirSync(folder, { recursive: true })
    for (const name of consoleSources.filter((file) => file !== 'package-lock.json')) {
      rmSync(join(folder, name), { recursive: true, force: true })
      cpSync(join(root, name), join(folder, name), { recursive: true })
    }
    for (const [file, text] of Object.entries(added)) appendFileSync(join(folder, file), text)
    await build(folder, env)
    writeFileSync(stampOf(folder), hash)
  })
  return folder
}

export function explainBuild(output) {
  if (/ENOSPC|no space left/i.test(output))
    return 'No space is left on the disk for the build. Make room (about 1 GB) and start again.'
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return `${join(root, '.next')} cannot be written. Start as the user that owns the folder (or chown it to this one).`
  }
  if (/heap out of memory|SIGKILL/.test(output))
    return 'The build ran out of memory; it needs about 2 GB. Give the machine more, or build on another one.'
  return `The console could not be built. The build said:\n${lastWords(output, 40)}`
}
