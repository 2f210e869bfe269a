import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { watchFolders } from '../../../scripts/lib/watch.mjs'

const folder = mkdtempSync(join(tmpdir(), 'watch-'))
mkdirSync(join(folder, 'below'))
afterAll(() => rmSync(folder, { recursive: true }))

test('changes that come together are told once, later ones when the first are dealt with, and none after the end', async () => {
  const stopping = new AbortController()
  let finish = () => {}
  const onChange = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  watchFolders([folder], onChange, stopping.signal)
  for (const name of ['a.ts', 'below/b.ts', 'a.ts']) writeFileSync(join(folder, name), name)
  await expect.poll(() => onChange).toHaveBeenCalledTimes(1)

  writeFileSync(join(folder, 'c.ts'), 'c')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(onChange).toHaveBeenCalledTimes(1)
  finish()
  await expect.poll(() => onChange).toHaveBeenCalledTimes(2)

  finish()
  stopping.abort()
  writeFileSync(join(folder, 'd.ts'), 'd')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(onChange).toHaveBeenCalledTimes(2)
})
