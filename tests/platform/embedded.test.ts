import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { hour } from '../../platform/kernel/clock.ts'
import { findHome } from '../../platform/kernel/db/embedded/home.ts'
import { launch, sharedBuffers } from '../../platform/kernel/db/embedded/server.ts'
import { readSecrets, readSettings } from '../../scripts/lib/settings.mjs'

test('HOLD-7 the embedded server keeps more of its pages at hand where there is memory for them', () => {
  const gigabyte = 2 ** 30
  expect([1, 4, 8, 64].map((size) => sharedBuffers(size * gigabyte))).toEqual([128, 256, 512, 1024])
})

test('HOLD-9 a database that recovers for an hour is waited for, not begun anew', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-slow-'))
  const slow = join(folder, 'postgres')
  writeFileSync(slow, "#!/bin/sh\nsleep 0.3\necho 'ready to accept connections' >&2\nexec sleep 60\n", {
    mode: 0o755,
  })
  const home = { folder, cluster: folder, account: {} }
  const binaries = { postgres: slow, initdb: '', major: '18' }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const started = launch(home, binaries, { host: '', settings: [] }, () => {}, new AbortController().signal)
  vi.advanceTimersByTime(hour)
  vi.useRealTimers()
  await (await started).stop()
  rmSync(folder, { recursive: true })
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
