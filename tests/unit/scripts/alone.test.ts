import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { alone } from '../../../scripts/lib/alone.mjs'

const folder = mkdtempSync(join(tmpdir(), 'atrium-alone-'))
const lock = join(folder, 'lock')
afterAll(() => rmSync(folder, { recursive: true }))

test('OPS-1 one process makes the archive while the others wait, whatever became of one before', async () => {
  // Of a process that is gone.
  writeFileSync(lock, String(spawnSync(process.execPath, ['-e', '']).pid))
  let under = 0
  const work = async () => {
    under += 1
    expect(under).toBe(1)
    await sleep(20)
    under -= 1
    return under
  }
  await expect(Promise.all([alone(lock, work), alone(lock, work)])).resolves.toEqual([0, 0])
  await expect(alone(lock, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
  expect(existsSync(lock)).toBe(false)
})

test('OPS-1 OPS-12 a process that has the number of one that was killed holds nobody up', async () => {
  writeFileSync(lock, String(process.pid))
  const long = new Date(Date.now() - 120_000)
  utimesSync(lock, long, long)
  await expect(alone(lock, async () => 'done')).resolves.toBe('done')
})
