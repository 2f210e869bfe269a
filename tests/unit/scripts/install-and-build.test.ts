import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { explainBuild, isBuilt, sourceHash } from '../../../scripts/lib/build.mjs'
import { explainInstall, isInstalled, lockStamp } from '../../../scripts/lib/install.mjs'

let folder = ''

const write = (path: string, content: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), content)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-scripts-'))
  write('package-lock.json', JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } }))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('installation', () => {
  test('without node_modules it is missing', () => {
    expect(isInstalled(folder)).toBe(false)
  })

  test('a stamp of this lock file counts, one of another does not', () => {
    write('node_modules/.atrium-lock', lockStamp(folder))
    expect(isInstalled(folder)).toBe(true)
    write('package-lock.json', '{"packages":{}}')
    expect(isInstalled(folder)).toBe(false)
  })

  test("without a stamp npm's own record decides", () => {
    const record = 'node_modules/.package-lock.json'
    write(record, JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }))
    expect(isInstalled(folder)).toBe(true)
    write(record, JSON.stringify({ packages: { 'node_modules/a': { version: '0.9.0' } } }))
    expect(isInstalled(folder)).toBe(false)
    write(record, JSON.stringify({ packages: {} }))
    expect(isInstalled(folder)).toBe(false)
  })

  test.each([
    ['npm error code ENOTFOUND', /registry cannot be reached.*HTTPS_PROXY/],
    ['npm error ENOSPC: no space left on device', /No space is left.*1\.5 GB/],
    ['npm error code EACCES', /cannot be written.*chown/],
    ['npm error code EUSAGE\nnot in sync', /could not be installed[\s\S]*not in sync/],
    ['spawn npm ENOENT', /npm was not found/],
  ])('%s is explained', (said, explained) => {
    expect(explainInstall(said)).toMatch(explained)
  })
})

describe('build', () => {
  test('the hash follows content, names, folders and the sub-path', () => {
    const seen = new Set([sourceHash(folder, '')])
    const steps = [
      () => write('app/page.tsx', 'a'),
      () => write('app/page.tsx', 'b'),
      () => write('app/deep/page.tsx', 'b'),
      () => write('messages/en/common.json', '{}'),
      () => write('middleware.ts', ''),
      () => write('package-lock.json', '{}'),
    ]
    for (const change of steps) {
      change()
      seen.add(sourceHash(folder, ''))
    }
    seen.add(sourceHash(folder, '/console'))
    expect(seen.size).toBe(steps.length + 2)
  })

  test('platform, tests and generated declarations do not make it stale', () => {
    const before = sourceHash(folder, '')
    write('platform/server.ts', 'x')
    write('tests/a.test.ts', 'x')
    write('messages/en/common.d.json.ts', 'x')
    expect(sourceHash(folder, '')).toBe(before)
  })

  test('a build counts only with its id and the stamp of these sources', () => {
    expect(isBuilt(folder)).toBe(false)
    write('.next/atrium-build', sourceHash(folder))
    expect(isBuilt(folder)).toBe(false)
    write('.next/BUILD_ID', 'x')
    expect(isBuilt(folder)).toBe(true)
    write('app/page.tsx', 'changed')
    expect(isBuilt(folder)).toBe(false)
  })

  test('a failed build is shown with its own words', () => {
    expect(explainBuild('Type error in page.tsx')).toMatch(/could not be built[\s\S]*Type error in page.tsx/)
    expect(explainBuild('ENOSPC')).toMatch(/No space/)
  })
})
