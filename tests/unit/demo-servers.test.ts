import { describe, expect, test } from 'vitest'
import type { Alarm, Station } from '../../demo/ems/model.ts'
import manifest from '../../demo/ems/resources.json' with { type: 'json' }
import type { StockRow } from '../../demo/wms/calls.ts'
import { report } from '../../demo/wms/resources.js'
import { texts } from '../../demo/wms/texts.js'
import { addAll } from '../../lib/contracts/assets.ts'
import { alarms, call, ems, unhandled, wms } from './demo-systems.ts'

describe('the energy system', () => {
  test('MICRO-2 every organization has data of its own, the same at every start, in both languages', async () => {
    const stations = (org: string, locale = 'zh-cn') =>
      call<Station[]>(`${ems}/ems/stations`, { as: 'operator', org, locale })
    const east = await stations('EAST')
    const west = await stations('WEST')
    expect(east.data.every(({ code }) => code.startsWith('EAST-'))).toBe(true)
    expect(west.data.every(({ code }) => code.startsWith('WEST-'))).toBe(true)
    expect(east.data[0]).toMatchObject({ id: '1', code: 'EAST-001', state: 'standby', power: 0 })
    const english = await stations('EAST', 'en-US')
    expect(english.data[0]?.name).toMatch(/^[A-Z]/)
    expect(english.data.map(({ id, charge }) => [id, charge])).toEqual(
      east.data.map(({ id, charge }) => [id, charge]),
    )
    const found = await call<Station[]>(`${ems}/ems/stations?search=east-002`, { as: 'operator' })
    expect(found.data.map(({ code }) => code)).toEqual(['EAST-002'])
  })

  test('PERM-1 a dispatch changes the station, within what it can do', async () => {
    const order = (body: unknown, locale = 'en-US') =>
      call<Station>(`${ems}/ems/stations/1/dispatch`, { as: 'operator', body, locale })
    const [before] = (await call<Station[]>(`${ems}/ems/stations`, { as: 'operator' })).data
    const capacity = before?.capacity ?? 0
    expect(await order({ mode: 'charge', power: capacity + 1 })).toMatchObject({
      status: 400,
      code: 400,
      data: [{ field: 'power', message: 'More than the station can take or give' }],
    })
    for (const power of [0, -1, 1.5, 'x', undefined]) {
      expect(await order({ mode: 'discharge', power })).toMatchObject({ data: [{ field: 'power' }] })
    }
    expect(await order({ mode: 'explode', power: 1 }, 'zh-cn')).toMatchObject({
      msg: '输入内容有误',
      data: [{ field: 'mode', message: '请选择充电、放电或待机' }],
    })
    expect((await order({ mode: 'charge', power: capacity })).data).toMatchObject({
      state: 'charging',
      power: -capacity,
    })
    const [after] = (await call<Station[]>(`${ems}/ems/stations`, { as: 'operator' })).data
    expect(after).toMatchObject({ state: 'charging', power: -capacity })
    expect((await order({ mode: 'standby' })).data).toMatchObject({ state: 'standby', power: 0 })
    expect(await call(`${ems}/ems/stations/99/dispatch`, { as: 'operator', body: {} })).toMatchObject({
      status: 404,
    })
  })

  test('LIST-3 alarms come in pages, filtered by state, level and text', async () => {
    const first = (await alarms('')).data
    expect(first.content).toHaveLength(10)
    expect(first.meta).toMatchObject({ page: 1, limit: 10 })
    const { count } = first.meta
    const all: Alarm[] = []
    for (let page = 1; page <= Math.ceil(count / 20); page += 1) {
      all.push(...(await alarms(`?page=${page}&limit=20`)).data.content)
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(count)
    expect(all.map(({ raisedAt }) => raisedAt)).toEqual(
      all.map(({ raisedAt }) => raisedAt).sort((a, b) => (a < b ? 1 : -1)),
    )
    expect((await alarms('?page=900')).data.content).toEqual([])
    const found = (await alarms('?state=open&level=critical&limit=30')).data.content
    expect(found.length).toBeGreaterThan(0)
    expect(found).toEqual(all.filter(({ state, level }) => state === 'open' && level === 'critical'))
    const title = all[0]?.title ?? ''
    const named = (await alarms(`?search=${encodeURIComponent(title)}&limit=30`)).data.content
    expect(new Set(named.map((alarm) => alarm.title))).toEqual(new Set([title]))
    for (const wrong of [
      'page=0',
      'page=x',
      'limit=7',
      'state=lost',
      'level=1',
      `search=${'x'.repeat(51)}`,
    ]) {
      expect((await alarms(`?${wrong}`)).status, wrong).toBe(400)
    }
  })

  test('SHELL-5 handling an alarm changes the count, of this organization alone, and once', async () => {
    const before = await unhandled()
    const west = await unhandled({ as: 'operator', org: 'WEST' })
    const [open] = (await alarms('?state=open')).data.content
    const handle = (body: unknown) =>
      call<Alarm>(`${ems}/ems/alarms/${open?.id}/handle`, { as: 'operator', locale: 'en-US', body })
    expect(await handle({ note: '  ' })).toMatchObject({
      status: 400,
      data: [{ field: 'note', message: 'Say what was done' }],
    })
    expect((await handle({ note: 'x'.repeat(201) })).status).toBe(400)
    expect(await unhandled()).toBe(before)
    const handled = await handle({ note: ' replaced the pump ' })
    expect(handled.data).toMatchObject({
      state: 'handled',
      note: 'replaced the pump',
      handledBy: 'operator!',
      handledAt: '2026-11-21T08:00:00.000Z',
    })
    expect(await unhandled()).toBe(before - 1)
    expect(await unhandled({ as: 'operator', org: 'WEST' })).toBe(west)
    expect(await handle({ note: 'again' })).toMatchObject({ status: 409, code: 409 })
    const again = await call<Alarm>(`${ems}/ems/alarms/${open?.id}`, { as: 'operator' })
    expect(again.data.note).toBe('replaced the pump')
    expect((await call(`${ems}/ems/alarms/9999`, { as: 'operator' })).status).toBe(404)
  })

  test('CALL-4 what is no call, no JSON or too much is refused in the platform’s form', async () => {
    const as = 'operator'
    expect(await call(`${ems}/ems/nothing`, { as })).toMatchObject({ status: 404, code: 404 })
    expect(await call(`${ems}/ems/stations`, { as, method: 'DELETE' })).toMatchObject({ status: 405 })
    const handle = `${ems}/ems/alarms/1/handle`
    expect((await call(handle, { as, body: '{' })).status).toBe(400)
    expect((await call(handle, { as, body: '[]' })).status).toBe(400)
    expect((await call(handle, { as, body: 'note=x', type: 'text/plain' })).status).toBe(415)
    expect((await call(handle, { as, body: { note: 'x'.repeat(70_000) } })).status).toBe(413)
  })

  test('GUARD-9 the wall is a page of its own that tells of no organization', async () => {
    const response = await fetch(`${ems}/ems/screen`, { headers: { 'accept-language': 'en-GB' } })
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    const text = await response.text()
    expect(text).toContain('Open alarms')
    expect(text).not.toContain('<script')
    expect(await (await fetch(`${ems}/ems/screen`)).text()).toContain('未处理告警')
  })
})

describe('static files', () => {
  test('MICRO-1 the entry is asked for anew, what bears a hash never', async () => {
    const entry = await fetch(`${ems}/index.html`)
    expect(entry.headers.get('cache-control')).toBe('no-cache')
    expect(entry.headers.get('set-cookie')).toBeNull()
    const etag = entry.headers.get('etag') ?? ''
    expect((await fetch(`${ems}/index.html`, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const asset = await fetch(`${ems}/assets/index-BTEzYkU0.js`)
    expect(asset.headers.get('cache-control')).toMatch(/immutable/)
  })

  test('MICRO-7 nothing but the pages is given out', async () => {
    const paths = ['/server.ts', '/.built', '/notes.txt', '/assets/', '/assets/..%2findex.html', '/nowhere']
    for (const path of paths) expect((await fetch(ems + path)).status, path).toBe(404)
    for (const path of ['/calls.ts', '/rules.d.ts', '/README.md', '/server.ts']) {
      expect((await fetch(wms + path)).status, path).toBe(404)
    }
    expect((await fetch(`${ems}/index.html`, { method: 'POST' })).status).toBe(405)
  })

  test('RES-5 the energy system has a manifest, the store has none and reports itself', async () => {
    const path = '/.well-known/console-resources.json'
    const given = await (await fetch(ems + path)).json()
    expect(given).toEqual(manifest)
    expect((await fetch(wms + path)).status).toBe(404)
    for (const { schema, version, system, resources } of [given, report]) {
      expect([schema, version]).toEqual(['console-resources', 1])
      const { code, name } = system
      expect(addAll.body.safeParse([{ code, name, resources }]).error?.issues).toBeUndefined()
      const codes = resources.flatMap(({ code, operations = [] }: (typeof report.resources)[number]) => [
        code,
        ...operations.map((operation) => operation.code),
      ])
      expect(codes.every((own: string) => own.startsWith(`${code}.`))).toBe(true)
      expect(new Set(codes).size).toBe(codes.length)
    }
  })

  test('MICRO-1 the store’s pages are plain files, with the client stripped of its types', async () => {
    for (const path of ['/', '/main.js', '/stock.js', '/wms.css']) {
      expect((await fetch(wms + path)).status, path).toBe(200)
    }
    const client = await fetch(`${wms}/console-client/connect.js`)
    expect(client.headers.get('content-type')).toMatch(/^text\/javascript/)
    const text = await client.text()
    expect(text).toContain('export function connect(')
    expect(text).toContain("from './calls.js'")
    expect(text).not.toContain(': ConsoleProps')
    expect((await fetch(`${wms}/console-client/none.js`)).status).toBe(404)
  })
})

describe('the store', () => {
  test('MICRO-3 what is received shows in stock, and adds to what lies there', async () => {
    const receive = (body: object) =>
      call<StockRow>(`${wms}/wms/inbound`, { as: 'operator', locale: 'en-US', body })
    const stock = async (query = '') =>
      (await call<StockRow[]>(`${wms}/wms/stock${query}`, { as: 'operator' })).data
    const count = (await stock()).length
    const bolts = { code: 'new-1', name: 'Bolts', place: 'C-01', quantity: '40' }
    expect(await receive(bolts)).toMatchObject({ code: 0, data: { code: 'NEW-1', quantity: 40 } })
    expect((await receive({ ...bolts, quantity: 2 })).data.quantity).toBe(42)
    expect(await stock('?search=bolt')).toMatchObject([{ code: 'NEW-1', place: 'C-01', quantity: 42 }])
    expect(await stock()).toHaveLength(count + 1)
  })

  test('VALID-2 every field that is wrong is named, in the caller’s language', async () => {
    const wrong = { code: 'a b', name: '', place: 'Z-99', quantity: '0', note: 'x'.repeat(101) }
    const english = await call<{ field: string; message: string }[]>(`${wms}/wms/inbound`, {
      as: 'operator',
      locale: 'en-US',
      body: wrong,
    })
    expect(english.status).toBe(400)
    expect(english.data.map(({ field }) => field)).toEqual(['code', 'name', 'place', 'quantity', 'note'])
    expect(english.data[3]?.message).toBe('Enter a whole number from 1 to 100000')
    const chinese = await call<{ message: string }[]>(`${wms}/wms/inbound`, { as: 'operator', body: wrong })
    expect(chinese.data[3]?.message).toBe('请输入 1 到 100000 之间的整数')
  })

  test('I18N-1 its texts are there in both languages', () => {
    expect(Object.keys(texts.en)).toEqual(Object.keys(texts['zh-cn']))
  })
})
