import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashOf } from '../../../scripts/lib/source-hash.mjs'

test('OPS-2 what is built among the sources makes no other archive of them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'source-hash-'))
  try {
    mkdirSync(join(folder, 'demo', 'dist'), { recursive: true })
    writeFileSync(join(folder, 'demo', 'server.ts'), 'one')
    const before = hashOf(folder, ['demo'])
    writeFileSync(join(folder, 'demo', 'dist', 'index.html'), 'built')
    writeFileSync(join(folder, 'demo', 'client.tgz'), 'packed')
    expect(hashOf(folder, ['demo'])).toBe(before)
    writeFileSync(join(folder, 'demo', 'server.ts'), 'two')
    expect(hashOf(folder, ['demo'])).not.toBe(before)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
