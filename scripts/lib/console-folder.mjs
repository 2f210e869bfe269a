import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
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
  try {
    copy(source, draft, filler(basePath, randomBytes))
    keepFormerFiles(folder, draft)
    symlinkSync(modules, join(draft, 'node_modules'))
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw folderFault(dataDir, error)
  }
  return folder
}

/** The names of its own files, which the version after it reads. */
const namesOf = (folder) => join(folder, 'own-files.json')
const versionOf = (folder) => readFileSync(join(folder, '.next', 'BUILD_ID'), 'utf8')

/**
 * Tabs that are open while another version takes over ask for its predecessor's files: these stay beside its own, until the
 * version after it. (Their names say what is in them, so that none stands for another.)
 */
function keepFormerFiles(former, draft) {
  const files = (folder) =>
    readdirSync(join(folder, '.next', 'static'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(folder, '.next', 'static'), join(entry.parentPath, entry.name)))
  const own = files(draft)
  writeFileSync(namesOf(draft), JSON.stringify(own))
  if (!existsSync(namesOf(former))) return
  // The same version that starts again has its predecessor's already.
  const isSame = versionOf(former) === versionOf(draft)
  const kept = isSame ? files(former) : JSON.parse(readFileSync(namesOf(former), 'utf8'))
  for (const name of kept.filter((file) => !own.includes(file))) {
    const target = join(draft, '.next', 'static', name)
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(join(former, '.next', 'static', name), target)
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
