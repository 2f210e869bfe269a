import { globSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const aliases = {
  '#app/': 'app/',
  '#components/': 'components/',
  '#contracts/': 'lib/contracts/',
  '#lib/': 'lib/',
  '#messages/': 'messages/',
  '#platform/': 'platform/',
}

interface Import {
  file: string
  /** A path below the project, or a package's name. */
  target: string
  isType: boolean
}

function importsBelow(folder: string): Import[] {
  const files = globSync(folder === '.' ? '*.ts' : `${folder}/**/*.{ts,tsx,js,mjs}`, {
    cwd: root,
    exclude: (path) => /node_modules|demo.ems.dist|packages.client.dist/.test(path),
  })
  expect(files.length, `${folder} holds code`).toBeGreaterThan(0)
  return files.flatMap((file) => {
    const text = readFileSync(resolve(root, file), 'utf8')
    const found = text.matchAll(/(import\s+type\s[^'"`;]*?)?(?:from|import)\s*\(?\s*['"`]([^'"`$\s]+)['"`$]/g)
    return [...found].map(([, type, name = '']) => ({
      file,
      target: targetOf(file, name),
      isType: type !== undefined,
    }))
  })
}

function targetOf(file: string, name: string): string {
  if (name.startsWith('.')) return relative(root, resolve(root, dirname(file), name))
  const alias = Object.entries(aliases).find(([prefix]) => name.startsWith(prefix))
  return alias ? alias[1] + name.slice(alias[0].length) : name
}

const ours =
  /^(app|components|lib|messages|platform|demo|tests|e2e|bench|scripts|tools|packages|middleware|instrumentation)(\/|\.|$)/
function offences(folder: string, allowed: (target: string, file: string) => boolean): string[] {
  return importsBelow(folder)
    .filter(({ file, target }) => ours.test(target) && !allowed(target, file))
    .map(({ file, target }) => `${file} → ${target}`)
}
const within =
  (...folders: string[]) =>
  (target: string) =>
    folders.some((folder) => `${target}/`.startsWith(`${folder}/`))

test('lib/contracts knows zod and itself only', () => {
  const foreign = importsBelow('lib/contracts').filter(
    ({ target }) => !/^(lib\/contracts\/|zod(\/|$))/.test(target),
  )
  expect(foreign).toEqual([])
})

interface Room {
  knows: string[]
  knowsTypesOf: string[]
}

/** `a`, `{b,c}` and so on in a cell, without what is no path of ours. */
function roomsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => {
    const [before = '', within, after = ''] = name.split(/[{}]/)
    return within === undefined ? [name] : within.split(',').map((one) => before + one + after)
  })
}

const table = readFileSync(resolve(root, 'docs/architecture.md'), 'utf8')
  .split('\n## ')
  .find((section) => section.startsWith('Rooms'))
const rooms = new Map<string, Room>(
  (table ?? '').split('\n').flatMap((line) => {
    const [, names = '', , known = ''] = line.split('|')
    const [knows = '', types = ''] = known.split('types of')
    return roomsIn(names).map(
      (name) => [name, { knows: roomsIn(knows), knowsTypesOf: roomsIn(types) }] as const,
    )
  }),
)

/** The room that a file is in: the deepest that holds it. */
function roomOf(path: string): string | undefined {
  const isIn = (room: string) =>
    room.endsWith('/*') ? `${dirname(path)}/*` === room : `${path}/`.startsWith(`${room}/`)
  return [...rooms.keys()].filter(isIn).sort((one, other) => other.length - one.length)[0]
}

/** All that a room may know, itself not among it. */
function allKnown(room: string, way: readonly string[] = []): string[] {
  if (way.includes(room)) throw new Error(`rooms in a circle: ${[...way, room].join(' → ')}`)
  return (rooms.get(room)?.knows ?? []).flatMap((next) => [next, ...allKnown(next, [...way, room])])
}

test('who knows whom is as the rooms of docs/architecture.md say', () => {
  expect(rooms.size).toBeGreaterThan(20)
  const offenders = ['app', 'components', 'lib', 'platform', 'scripts', 'tools', '.'].flatMap((folder) =>
    importsBelow(folder).flatMap(({ file, target, isType }) => {
      const [room, other] = [roomOf(file), roomOf(target)]
      if (room === undefined) return ours.test(file) ? `${file} is in no room` : []
      if (!ours.test(target) || other === room) return []
      const isKnown = allKnown(room).includes(other ?? '')
      const isKnownType = isType && rooms.get(room)?.knowsTypesOf.includes(other ?? '')
      return isKnown || isKnownType ? [] : `${file} → ${target}`
    }),
  )
  expect(offenders).toEqual([])
})

test('no feature knows another', () => {
  const feature = (path: string) => /^app\/(?:\([^)]+\)\/)?([^/]+)\//.exec(path)?.[1]
  expect(
    offences('app', (target, file) => {
      if (within('components', 'lib')(target) || target === 'app/globals.css') return true
      return within('app')(target) && feature(`${target}/`) === feature(file)
    }),
  ).toEqual([])
})

test('only pages, layouts, routes and what stands for them know lib/server', () => {
  const server = /(?:^|\/)(?:page|layout|route|forbidden|not-found)\.tsx?$/
  const offenders = importsBelow('app').filter(
    ({ file, target }) => target.startsWith('lib/server') && !server.test(file),
  )
  expect(offenders).toEqual([])
})

test('the platform knows the contract only: without its folder the console still builds', () => {
  expect(
    offences(
      'platform',
      (target) => within('platform', 'lib/contracts')(target) || /^messages\/[^/]+\/validation/.test(target),
    ),
  ).toEqual([])
  for (const folder of ['app', 'components', 'lib']) {
    expect(importsBelow(folder).filter(({ target }) => target.startsWith('platform'))).toEqual([])
  }
})

test('the platform’s kernel knows the kernel and the contract, and no module the first data', () => {
  const below = (target: string) =>
    within('platform/kernel', 'lib/contracts')(target) || /^messages\/[^/]+\/validation/.test(target)
  expect(offences('platform/kernel', below)).toEqual([])
  for (const room of ['auth', 'audit', 'db']) {
    expect(offences(`platform/kernel/${room}`, (target) => !within('platform/kernel/http')(target))).toEqual(
      [],
    )
  }
  expect(offences('platform/modules', (target) => !within('platform/seed')(target))).toEqual([])
})

test('no file imports itself over others', () => {
  const known = new Map<string, string[]>()
  for (const folder of ['app', 'components', 'lib', 'platform', 'tools', 'scripts']) {
    for (const { file, target } of importsBelow(folder)) {
      known.set(bare(file), [...(known.get(bare(file)) ?? []), bare(target)])
    }
  }
  const left = new Set<string>()
  const circleAt = (file: string, way: readonly string[]): string[] => {
    if (way.includes(file)) return [[...way.slice(way.indexOf(file)), file].join(' → ')]
    if (left.has(file)) return []
    left.add(file)
    return (known.get(file) ?? []).flatMap((target) => circleAt(target, [...way, file]))
  }
  expect([...known.keys()].flatMap((file) => circleAt(file, []))).toEqual([])
})

/** Endings may be left out. */
function bare(path: string): string {
  return path.replace(/\.(?:tsx?|m?js|mts)$/, '')
}

test('the demo systems are strangers: they know nothing of the console, and it knows nothing of them', () => {
  expect(offences('demo', within('demo', 'packages/client'))).toEqual([])
  for (const folder of ['app', 'components', 'lib', 'platform']) {
    expect(importsBelow(folder).filter(({ target }) => /^demo(\/|$)/.test(target))).toEqual([])
  }
})

test('the client for sub-applications stands alone, so that other teams can install it', () => {
  expect(offences('packages/client', within('packages/client'))).toEqual([])
  expect(importsBelow('packages/client/src').filter(({ target }) => !ours.test(target))).toEqual([])
})
