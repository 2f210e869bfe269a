import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { filler } from './blanks.mjs'
import { modules, root } from './paths.mjs'
import { folderFault, openDataFolder } from './secrets.mjs'

/**
 * The console of an archive, ready to start under its base path: a copy in the data folder with the blanks filled in, so that
 * the archive itself (`source`) may be read-only. Made anew at each start; there is one for each port, which no two consoles share.
 */
export function makeConsoleFolder({ dataDir, port, basePath }, source = join(root, 'console')) {
  openDataFolder(dataDir)
  const folder = join(dataDir, `console-${port}`)
  const draft = `${folder}.${process.pid}`
  const former = `${folder}.former`
  try {
    clearLeftovers(dataDir, folder, former)
    copy(source, draft, filler(basePath, randomBytes))
    keepFormerFiles(folder, draft)
    symlinkSync(modules, join(draft, 'node_modules'))
    // Whoever is killed in between leaves a whole one, under one name or the other.
    if (existsSync(folder)) renameSync(folder, former)
    renameSync(draft, folder)
    rmSync(former, { recursive: true, force: true })
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw folderFault(dataDir, error)
  }
  return folder
}

/** What a start that was killed has left. */
function clearLeftovers(dataDir, folder, former) {
  if (!existsSync(folder) && existsSync(former)) renameSync(former, folder)
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(`${basename(folder)}.`)))
    rmSync(join(dataDir, name), { recursive: true, force: true })
}

/** The names of its own files, which the version after it reads. */
const namesOf = (folder) => join(folder, 'own-files.json')
const versionOf = (folder) => readFileSync(join(folder, '.next', 'BUILD_ID'), 'utf8')
const staticOf = (folder) => join(folder, '.next', 'static')
const filesOf = (folder) =>
  readdirSync(staticOf(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(staticOf(folder), join(entry.parentPath, entry.name)))

/**
 * Tabs that are open while another version takes over ask for its predecessor's files: these stay beside its own, until the
 * version after it. (Their names say what is in them, so that none stands for another.)
 */
function keepFormerFiles(former, draft) {
  const own = filesOf(draft)
  writeFileSync(namesOf(draft), JSON.stringify(own))
  for (const [name, content] of formerFiles(former, draft, own)) {
    const target = join(staticOf(draft), name)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
}

/** Its files that the draft lacks, with their content. A folder that is missing, or cannot be read whole, has none. */
function formerFiles(former, draft, own) {
  try {
    // The same version that starts again has its predecessor's already.
    const isSame = versionOf(former) === versionOf(draft)
    const kept = isSame ? filesOf(former) : JSON.parse(readFileSync(namesOf(former), 'utf8'))
    return kept
      .filter((name) => !own.includes(name))
      .map((name) => [name, readFileSync(join(staticOf(former), name))])
  } catch {
    return []
  }
}

/** By content: the modes of a read-only archive would close the copy to us. */
function copy(from, to, fill) {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copy(source, target, fill)
    else writeFileSync(target, fill(readFileSync(source)))
  }
}
