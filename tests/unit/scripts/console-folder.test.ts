import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeConsoleFolder } from '../../../scripts/lib/console-folder.mjs'

let place = ''
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'atrium-console-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

/** Starts a version whose pages ask for these files; gives those that it could send, of all that there ever were. */
function start(version: string, files: string[]): string[] {
  const source = join(place, version)
  const chunks = join(source, '.next', 'static', 'chunks')
  mkdirSync(chunks, { recursive: true })
  writeFileSync(join(source, '.next', 'BUILD_ID'), version)
  for (const file of files) writeFileSync(join(chunks, file), `${file} at AtriumBasePathGoesHere`)
  const folder = makeConsoleFolder({ dataDir: join(place, 'data'), port: 3000, basePath: '/a' }, source)
  expect(readFileSync(join(folder, '.next', 'BUILD_ID'), 'utf8')).toBe(version)
  return ['both.js', 'one.js', 'two.js', 'three.js'].filter((file) =>
    existsSync(join(folder, '.next', 'static', 'chunks', file)),
  )
}

test('HOLD-4 EDGE-9 a console that takes over has the files of the version before it, however often it starts', () => {
  expect(start('1', ['both.js', 'one.js'])).toEqual(['both.js', 'one.js'])
  expect(start('2', ['both.js', 'two.js'])).toEqual(['both.js', 'one.js', 'two.js'])
  expect(start('2', ['both.js', 'two.js'])).toEqual(['both.js', 'one.js', 'two.js'])
  expect(start('3', ['both.js', 'three.js'])).toEqual(['both.js', 'two.js', 'three.js'])
})
