import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** A folder of each test's own, which goes with it. @param fill what stands there before */
export function ownFolder(fill: (write: (path: string, content: string) => void) => void = () => {}) {
  const own = {
    path: '',
    write: (path: string, content: string) => {
      mkdirSync(dirname(join(own.path, path)), { recursive: true })
      writeFileSync(join(own.path, path), content)
    },
  }
  beforeEach(() => {
    own.path = mkdtempSync(join(tmpdir(), 'atrium-unit-'))
    fill(own.write)
  })
  afterEach(() => rmSync(own.path, { recursive: true }))
  return own
}
