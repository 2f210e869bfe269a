import { describe, expect, test } from 'vitest'
import type { CollectedResource } from '#contracts/assets'
import { flatResources, flatRows, repeatedIn } from '#contracts/collected'
import { limits } from '#contracts/limits'
import { differencesOf, duplicatesIn } from '#lib/discovery'
import { CollectFault, parseManifest, readReport } from '#lib/resource-report'
import { readSplit, resized, splitText } from '#lib/split-size'

const page = (name: string, more: Partial<CollectedResource> = {}): CollectedResource => ({
  ...{ name, type: 2, path: `/ems/${name}`, code: `ems.page.${name}` },
  ...more,
})
const search = (name: string) => ({
  ...{ name: 'search', path: `/ems/${name}`, code: `ems.${name}.search`, method: 'GET' as const },
})
const report = (resources: unknown, more: object = {}) => ({
  ...{ schema: 'console-resources', version: 1, system: { code: 'ems', name: 'EMS' }, resources },
  ...more,
})
async function faultOf(given: unknown): Promise<Pick<CollectFault, 'reason' | 'params'>> {
  try {
    await readReport(given, 'ems')
  } catch (error) {
    if (error instanceof CollectFault) return { reason: error.reason, params: error.params }
    throw error
  }
  throw new Error('it was taken')
}

describe('a report', () => {
  test('RES-5 is read with its operations and children, and flattened in its order', async () => {
    const resources = [
      page('stations', { operations: [search('stations')], description: 'All' }),
      page('alarms', { children: [page('detail')] }),
    ]
    const { flat, resources: read } = await readReport(report(resources), 'ems')
    expect(read).toEqual(resources)
    expect(flat.map(({ code, type, parent }) => [code, type, parent])).toEqual([
      ['ems.page.stations', 2, null],
      ['ems.stations.search', 3, 'ems.page.stations'],
      ['ems.page.alarms', 2, null],
      ['ems.page.detail', 2, 'ems.page.alarms'],
    ])
  })

  test('RES-5 is a copy by value: nothing of the sub-application’s objects is kept', async () => {
    const resource = page('stations')
    const given = report([resource])
    const reading = readReport(given, 'ems')
    resource.name = 'changed afterwards'
    expect((await reading).resources[0]).toMatchObject({ name: 'stations' })
    expect((await reading).resources[0]).not.toBe(resource)
  })

  test('RES-5 names with scripts are text', async () => {
    const name = '<img src=x onerror=alert(1)>'
    expect((await readReport(report([page('a', { name })]), 'ems')).flat[0]?.name).toBe(name)
  })

  test.each([
    ['nothing', undefined, 'invalid', { place: '/' }],
    ['another schema', { ...report([]), schema: 'x' }, 'invalid', { place: 'schema' }],
    ['another version', report([], { version: 2 }), 'version', { version: '2', known: 1 }],
    ['another system', report([], { system: { code: 'wms' } }), 'wrongSystem', { other: 'wms' }],
    ['no list', report('x'), 'invalid', { place: 'resources' }],
    ['an entry that is none', report([page('a'), 7]), 'invalid', { place: 'resources.1' }],
    [
      'a blank name',
      report([page('a', { name: ' ' })]),
      'invalid',
      { place: 'resources.0.name', problem: 'resourceNameRequired' },
    ],
    [
      'a code with blanks',
      report([page('a', { operations: [{ ...search('a'), code: 'ems. a' }] })]),
      'invalid',
      { place: 'resources.0.operations.0.code', problem: 'menuCode' },
    ],
    [
      'codes of another system',
      report([page('a', { code: 'wms.a' }), page('b', { code: 'emsx.b' })]),
      'foreignCodes',
      { count: 2, example: 'wms.a' },
    ],
  ])('RES-7 with %s is refused, and says why', async (_, given, reason, params) => {
    expect(await faultOf(given)).toMatchObject({ reason, params })
  })

  test('RES-7 that is too large is refused at once: entries, depth, text, a list without end', async () => {
    const many = Array.from({ length: 100_000 }, (_, at) => page(`p${at}`))
    let isReadToItsEnd = false
    Object.defineProperty(many, many.length - 1, {
      enumerable: true,
      get: () => {
        isReadToItsEnd = true
        return page('last')
      },
    })
    expect((await faultOf(report(many))).reason).toBe('tooLarge')
    expect(isReadToItsEnd).toBe(false)
    const justTooMany = many.slice(0, limits.resourceNodes + 1)
    expect((await faultOf(report(justTooMany))).reason).toBe('tooLarge')
    expect((await readReport(report(many.slice(0, limits.resourceNodes)), 'ems')).flat).toHaveLength(
      limits.resourceNodes,
    )
    expect((await faultOf(report(new Array(1e9)))).reason).toBe('tooLarge')
    const round: Record<string, unknown> = report([])
    round.self = round
    expect((await faultOf(round)).reason).toBe('tooLarge')
    const text = page('a', { description: 'x'.repeat(3_000_000) })
    expect((await faultOf(report([text]))).reason).toBe('tooLarge')
    let deep = page('deepest')
    for (let level = 0; level < limits.resourceDepth; level += 1)
      deep = page(`l${level}`, { children: [deep] })
    expect((await faultOf(report([deep]))).reason).toBe('invalid')
  })

  test('RES-7 whose objects throw when they are read is the sub-application’s fault', async () => {
    const given = {
      get schema() {
        throw new Error('boom')
      },
    }
    expect(await faultOf(given)).toEqual({ reason: 'script', params: { message: 'boom' } })
    const nasty = new Proxy(
      {},
      {
        ownKeys: () => {
          throw Symbol('no')
        },
      },
    )
    expect((await faultOf(nasty)).reason).toBe('script')
  })

  test('RES-7 a manifest that is no JSON says so', () => {
    expect(() => parseManifest('<html>')).toThrow(new CollectFault('notJson'))
  })
})

describe('duplicates', () => {
  const flat = (...resources: CollectedResource[]) => flatResources(resources)
  test('RES-5 a page and its call may share a path; what repeats is counted once for all who share it', () => {
    const ems = { code: 'ems', resources: flat(page('a', { operations: [search('a')] })) }
    expect(duplicatesIn([ems])).toEqual({ systems: new Map(), paths: 0, codes: 0 })
    const wms = {
      code: 'wms',
      resources: flat(
        page('b', { code: 'wms.b', path: '/ems/a' }),
        page('c', { code: 'wms.b', path: '/wms/c' }),
        page('d', { code: 'wms.d', path: '/wms/c' }),
      ),
    }
    const found = duplicatesIn([ems, wms, { code: 'tms', resources: flat(page('x', { code: 'tms.x' })) }])
    expect([found.paths, found.codes]).toEqual([2, 1])
    expect(Object.fromEntries(found.systems)).toEqual({
      ems: { paths: [' /ems/a'], codes: [] },
      wms: { paths: [' /ems/a', ' /wms/c'], codes: ['wms.b'] },
    })
    expect(repeatedIn([wms]).get('wms')?.paths).toEqual([' /wms/c'])
  })
})

describe('differences', () => {
  const stored = [
    { id: '1', name: 'stations', type: 2, path: '/ems/stations', code: 'ems.page.stations', method: '' },
    { id: '2', name: 'Old', type: 3, path: '/old', code: 'ems.page.alarms', method: 'GET' },
    { id: '3', name: 'away', type: 2, path: '/away', code: 'ems.page.away' },
  ]
  test('EDGE-5 they tell what is new, what changed in which field, and what is gone', () => {
    const collected = flatResources([page('stations'), page('alarms'), page('new', { description: '' })])
    const { added, changed, gone } = differencesOf(stored, collected)
    expect(added.map(({ code }) => code)).toEqual(['ems.page.new'])
    expect(changed).toEqual([
      {
        ...{ code: 'ems.page.alarms', name: 'alarms' },
        fields: [
          { field: 'name', was: 'Old', now: 'alarms' },
          { field: 'type', was: 3, now: 2 },
          { field: 'method', was: 'GET', now: null },
          { field: 'path', was: '/old', now: '/ems/alarms' },
        ],
      },
    ])
    expect(gone.map(({ code }) => code)).toEqual(['ems.page.away'])
  })

  test('EDGE-5 RES-5 they tell what moves below another page, where the platform says where it was', () => {
    const collected = flatResources([page('stations', { children: [page('alarms')] })])
    const row = (name: string, more: object = {}) => ({ ...page(name), id: name, ...more })
    const fieldsOf = (alarms: object) =>
      differencesOf([row('stations', { parent: null }), row('alarms', alarms)], collected).changed.flatMap(
        ({ code, fields }) => fields.map((field) => ({ code, ...field })),
      )
    expect(fieldsOf({ parent: null })).toEqual([
      { code: 'ems.page.alarms', field: 'parent', was: null, now: 'ems.page.stations' },
    ])
    expect(fieldsOf({ parent: 'ems.page.stations' })).toEqual([])
    expect(fieldsOf({})).toEqual([])
  })
})

describe('what a platform answers nested', () => {
  const stations = page('stations', { operations: [search('stations')], children: [page('detail')] })

  test('EDGE-5 RES-5 is compared as if it were flat', () => {
    const rows = flatRows([stations])
    expect(differencesOf(rows, flatResources([stations]))).toEqual({ added: [], changed: [], gone: [] })
    const { added, changed, gone } = differencesOf(rows, flatResources([page('stations')]))
    expect([added, changed, gone.map(({ code }) => code)]).toEqual([
      ...[[], [], ['ems.stations.search', 'ems.page.detail']],
    ])
    const moved = flatResources([page('stations', { operations: [search('stations')] }), page('detail')])
    expect(differencesOf(rows, moved).changed.flatMap(({ fields }) => fields)).toEqual([
      { field: 'parent', was: 'ems.page.stations', now: null },
    ])
  })

  test('RES-3 shows a row each, of its page’s system; what has a row of its own as well is there once', () => {
    const own = { ...search('stations'), type: 3, systemName: 'EMS' }
    const rows = flatRows([{ ...stations, systemName: 'EMS' }, own])
    expect(rows.map(({ code, systemName }) => [code, systemName])).toEqual([
      ['ems.page.stations', 'EMS'],
      ['ems.page.detail', 'EMS'],
      ['ems.stations.search', 'EMS'],
    ])
  })
})

describe('a split view', () => {
  test('RES-1 its size comes from the cookie, and from nothing that is no size', () => {
    expect(readSplit('27.5')).toEqual({ size: 27.5, collapsed: false })
    expect(readSplit('27c')).toEqual({ size: 27, collapsed: true })
    for (const text of [undefined, '', '4', '41', '99c', '-1', '1e1', 'c', '20;x']) {
      expect(readSplit(text), text).toEqual({ size: 20, collapsed: false })
    }
    for (const split of [
      { size: 12.3, collapsed: false },
      { size: 40, collapsed: true },
    ]) {
      expect(readSplit(splitText(split))).toEqual(split)
    }
  })

  test('RES-1 it is resized between 10 and 40 per cent; drawn in below 5 it collapses, and keeps its size', () => {
    const split = { size: 20, collapsed: false }
    expect([41, 40, 10, 9, 5].map((wanted) => resized(split, wanted).size)).toEqual([40, 40, 10, 10, 10])
    expect(resized(split, 4.9)).toEqual({ size: 20, collapsed: true })
    expect(resized({ size: 20, collapsed: true }, 30)).toEqual({ size: 30, collapsed: false })
  })
})
