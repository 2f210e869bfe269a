import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { placeFile } from '../../../scripts/lib/place-file.mjs'

describe('OPS-7 a file that appears whole', () => {
  const links = {
    'with hard links': undefined,
    'without them': () => {
      throw Object.assign(new Error(), { code: 'EPERM' })
    },
  }
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-place-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test.each(Object.entries(links))('never goes over another one, %s', (_name, link) => {
    const [draft, file] = [join(folder, 'draft'), join(folder, 'file')]
    writeFileSync(draft, 'first')
    placeFile(draft, file, link)
    expect(readFileSync(file, 'utf8')).toBe('first')
    expect(() => statSync(draft)).toThrow('ENOENT')
    writeFileSync(draft, 'second')
    expect(() => placeFile(draft, file, link)).toThrow('EEXIST')
    expect([readFileSync(file, 'utf8'), readFileSync(draft, 'utf8')]).toEqual(['first', 'second'])
  })
})
