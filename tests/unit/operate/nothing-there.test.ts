import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { audit } from '../../../tools/operate/audit.ts'
import { migrate } from '../../../tools/operate/migrate.ts'
import { restore } from '../../../tools/operate/restore.ts'

test('OPS-7 WHY-5 where nothing is, or no copy, a command says so and makes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-nothing-'))
  const env = { DATA_DIR: join(folder, 'typo') }
  const copy = join(folder, 'typo.gz')
  const none = `There is no database in ${env.DATA_DIR}`
  try {
    await expect(restore([copy], env)).rejects.toThrow(`${copy} cannot be read (ENOENT)`)
    await expect(migrate(['--to', 'postgresql://atrium@127.0.0.1:9/atrium'], env)).rejects.toThrow(none)
    await expect(audit(['verify'], env)).rejects.toThrow(none)
    expect(readdirSync(folder)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
