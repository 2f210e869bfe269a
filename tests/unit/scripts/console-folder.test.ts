import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

describe('OPS-3 a start that was killed while it made its folder', () => {
  const made = () => join(place, 'data', 'console-3000')
  const rest = () => readdirSync(join(place, 'data')).toSorted()

  test('keeps no later one from starting, whatever of the former folder is left', () => {
    for (const spoil of [
      () => rmSync(join(made(), '.next', 'BUILD_ID')),
      () => rmSync(join(made(), '.next', 'static', 'chunks', 'one.js')),
      () => writeFileSync(join(made(), 'own-files.json'), '["chunks/o'),
      () => rmSync(join(made(), '.next'), { recursive: true }),
    ]) {
      start('1', ['both.js', 'one.js'])
      spoil()
      expect(start('2', ['both.js', 'two.js'])).toEqual(['both.js', 'two.js'])
      rmSync(made(), { recursive: true })
    }
  })

  test('leaves the former folder whole, and nothing else for long', () => {
    start('1', ['both.js', 'one.js'])
    mkdirSync(join(place, 'data', 'console-30001.7'))
    renameSync(made(), `${made()}.former`)
    for (const draft of [7, process.pid]) {
      mkdirSync(join(`${made()}.${draft}`, 'node_modules'), { recursive: true })
    }
    expect(start('2', ['both.js', 'two.js'])).toEqual(['both.js', 'one.js', 'two.js'])
    expect(rest()).toEqual(['console-3000', 'console-30001.7'])
  })
})
