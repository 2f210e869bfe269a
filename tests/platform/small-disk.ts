import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of its own, that can be filled and made read-only. */
export interface SmallDisk {
  folder: string
  /** Leaves no byte; gives what makes room again. */
  fill(): () => void
  /** Nothing may have a file of it open for writing. */
  readOnly(is: boolean): void
  remove(): void
}

/** Throws where nothing can be mounted: what a full disk does is shown on a real one. */
export function smallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-disk-'))
  mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)
  // As root PostgreSQL runs as another user, which has to get through.
  chmodSync(folder, 0o711)
  return {
    folder,
    fill() {
      const file = join(folder, 'filler')
      const filler = openSync(file, 'w')
      try {
        for (;;) writeSync(filler, Buffer.alloc(4096))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(filler)
      }
      return () => rmSync(file)
    },
    readOnly: (is) => mount('-o', `remount,${is ? 'ro' : 'rw'}`, folder),
    remove() {
      execFileSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}

function mount(...args: string[]): void {
  try {
    execFileSync('mount', args, { stdio: 'pipe' })
  } catch (error) {
    throw new Error(
      `This test needs a disk of its own and may not mount one (${error}): run it as root, on Linux, with CAP_SYS_ADMIN.`,
    )
  }
}
