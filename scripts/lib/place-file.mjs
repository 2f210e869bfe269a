import { closeSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'

/** What file systems without hard links say (FAT, some network folders), or a machine that forbids them. */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/**
 * Gives a whole draft its name, never over a file that is there (EEXIST), and takes the draft away.
 * @param link makes a second name of a file
 */
export function placeFile(draft, file, link = linkSync) {
  try {
    link(draft, file)
  } catch (error) {
    if (!noLinks.has(error.code)) throw error
    // The name is taken first, by whoever is first; then the draft goes over what was only to hold it.
    closeSync(openSync(file, 'wx'))
    renameSync(draft, file)
  }
  rmSync(draft, { force: true })
}
