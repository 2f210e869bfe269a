import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { blankPath, keysToBlanks, withTexts } from '../../scripts/lib/blanks.mjs'
import { build, consoleSources } from '../../scripts/lib/build.mjs'
import { Fault } from '../../scripts/lib/fault.mjs'
import { root } from '../../scripts/lib/paths.mjs'

/** Git, the linter and the type checker do not see it, and Next finds the packages in the clone's own. */
const place = ['.next', 'cache', 'release']
/** Of the picture optimiser, which is off. */
const unneeded = new Set(['@img', 'sharp'])

/** Types and tests, which whole packages bring along. */
const ofItsMakers =
  /\.[cm]?ts$|^\/node_modules\/(?:@[^/]+\/)?[^/]+\/(?:[^/]+\/)?(?:tests?|bench|benchmarks|examples?)$/

const source = join(root, ...place)

/**
 * `next build` for a server of its own, with blanks in the place of its base path (scripts/lib/blanks.mjs). From an empty folder:
 * what an earlier build left there could be in this one.
 */
export async function buildConsole({ version, commit, made }) {
  rmSync(source, { recursive: true, force: true })
  mkdirSync(source, { recursive: true })
  for (const name of consoleSources) {
    if (name !== 'package-lock.json') cpSync(join(root, name), join(source, name), { recursive: true })
  }
  await build(source, {
    BASE_PATH: blankPath,
    RELEASE_ID: `${version}-${commit.slice(0, 12)}`,
    // Of the commit, so that another build of it gives the same bytes.
    BUILT_AT: String(Date.parse(made)),
  })
}

/** Puts what was built into an archive's folder, with the packages that it needs. */
export function collectConsole(folder) {
  const standalone = join(source, '.next', 'standalone')
  const target = join(folder, 'console')
  const blanks = blanksOf()
  copy(join(standalone, ...place), target, blanks)
  copy(join(source, '.next', 'static'), join(target, '.next', 'static'), blanks)
  copy(join(source, 'public'), join(target, 'public'), blanks)
  for (const name of readdirSync(join(standalone, 'node_modules'))) {
    if (unneeded.has(name)) continue
    cpSync(join(standalone, 'node_modules', name), join(folder, 'node_modules', name), {
      recursive: true,
      filter: (path) => !ofItsMakers.test(path.slice(standalone.length)),
    })
  }
}

/** Everything that would be another in another clone, or should be another at every start. */
function blanksOf() {
  const read = (name) => JSON.parse(readFileSync(join(source, '.next', name), 'utf8'))
  const { preview } = read('prerender-manifest.json')
  const { encryptionKey: actions } = read(join('server', 'server-reference-manifest.json'))
  return { ...keysToBlanks({ preview, actions }), [source]: '/atrium/console', [root]: '/atrium' }
}

function copy(from, to, blanks) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    // Links stand for packages that the build names by a hash; a start copies what is here elsewhere.
    if (entry.isDirectory() || entry.isSymbolicLink()) copy(realpathSync(source), target, blanks)
    else writeFileSync(target, checked(withTexts(readFileSync(source), blanks), source))
  }
}

/** A base path that does not stand behind a slash, or is counted with its length, could not be filled in. */
function checked(content, file) {
  const blank = blankPath.slice(1)
  if (!content.includes(blank)) return content
  const text = content.toString()
  if (text.split(blank).length !== text.split(blankPath).length)
    throw new Fault(`${file} names the base path without its slash: the start could not fill it in.`)
  return content
}
