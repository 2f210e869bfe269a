import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filler } from './blanks.mjs'
import { modules, root } from './paths.mjs'
import { folderFault, openDataFolder } from './secrets.mjs'

/**
 * The console of an archive, ready to start under its base path: a copy in the data folder with the blanks filled in, so that
 * the archive itself may be read-only. Made anew at each start; there is one for each port, which no two consoles share.
 */
export function makeConsoleFolder({ dataDir, port, basePath }) {
  openDataFolder(dataDir)
  const folder = join(dataDir, `console-${port}`)
  const draft = `${folder}.${process.pid}`
  try {
    copy(join(root, 'console'), draft, filler(basePath, randomBytes))
    symlinkSync(modules, join(draft, 'node_modules'))
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw folderFault(dataDir, error)
  }
  return folder
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
