import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findHome } from '../../platform/kernel/db/embedded/home.ts'
import { sharedBuffers } from '../../platform/kernel/db/embedded/server.ts'
import { readSecrets, readSettings } from '../../scripts/lib/settings.mjs'

test('HOLD-7 the embedded server keeps more of its pages at hand where there is memory for them', () => {
  const gigabyte = 2 ** 30
  expect([1, 4, 8, 64].map((size) => sharedBuffers(size * gigabyte))).toEqual([128, 256, 512, 1024])
})

test('OPS-3 a closed data folder that holds what a start puts there keeps the database, as root too', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-home-'))
  const env = { DATA_DIR: dataDir }
  readSecrets(readSettings(env), env)
  for (const name of ['operation-log-head', 'lock', 'console-3000.former'])
    writeFileSync(join(dataDir, name), '')
  try {
    const { folder } = await findHome(dataDir, () => {})
    expect(folder).toBe(join(dataDir, 'postgres'))
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})
