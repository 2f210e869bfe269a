import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Alarm, AlarmPage, Station } from '../../demo/ems/model.ts'
import manifest from '../../demo/ems/resources.json' with { type: 'json' }
import { emsSystem } from '../../demo/ems/system.ts'
import { platformAuthority } from '../../demo/server/authority.ts'
import { listenerOf } from '../../demo/server/service.ts'
import type { StockRow } from '../../demo/wms/calls.ts'
import { report } from '../../demo/wms/resources.js'
import { wmsSystem } from '../../demo/wms/system.ts'
import { texts } from '../../demo/wms/texts.js'
import { addAll } from '../../lib/contracts/assets.ts'

const servers: Server[] = []

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Which codes a token holds in an organization; the platform's two calls over that, and no more. */
let held: Record<string, Record<string, string[]>> = {}
/** Tokens of whoever looks on in somebody's place. */
const viewed = new Set(['onlooker'])
let asked: string[] = []
let isDown = false
let clock = 0

const platform: RequestListener = (request, response) => {
  asked.push(request.url ?? '')
  if (isDown) return void request.socket.destroy()
  const answer = (status: number, code: number, msg: string, data: unknown = null) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code, msg, data }))
  const english = request.headers.locale === 'en-US'
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const person = held[token]
  if (person === undefined) return void answer(401, 102001, english ? 'Please log in' : '请先登录')
  const { orgId } = JSON.parse(decodeURIComponent(String(request.headers.business ?? '%7B%7D')))
  const codes = person[orgId]
  if (request.url === '/auth/info') {
    const superIdentification = 'everywhere' in person
    const known = codes !== undefined || superIdentification
    return void answer(200, 0, '', {
      username: token,
      nickName: `${token}!`,
      orgId: known ? (orgId ?? null) : null,
      superIdentification,
      viewedBy: viewed.has(token) ? 'admin' : null,
    })
  }
  if (codes === undefined) return void answer(403, 403, english ? 'You are not permitted' : '没有权限')
  answer(200, 0, '', [{ children: [{ btns: codes }, { btns: null, children: null }] }])
}

let ems = ''
let wms = ''
let pages = ''

beforeAll(async () => {
  pages = mkdtempSync(join(tmpdir(), 'atrium-demo-'))
  mkdirSync(join(pages, 'assets'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html>')
  writeFileSync(join(pages, 'assets', 'index-BTEzYkU0.js'), '1')
  writeFileSync(join(pages, '.built'), 'x')
  writeFileSync(join(pages, 'notes.txt'), 'x')
})

beforeEach(async () => {
  held = {
    operator: {
      EAST: [
        ...['ems.stations.search', 'ems.stations.dispatch', 'ems.alarms.search', 'ems.alarms.handle'],
        ...['wms.stock.search', 'wms.inbound.add'],
      ],
      WEST: ['ems.stations.search', 'ems.alarms.search'],
    },
    viewer: { EAST: ['ems.stations.search', 'ems.alarms.search', 'wms.stock.search'] },
    clerk: { EAST: [] },
    admin: { everywhere: [] },
  }
  asked = []
  isDown = false
  clock = 0
  const ask = platformAuthority(await listen(platform), () => clock)
  const now = () => new Date('2026-11-21T08:00:00Z')
  ems = await listen(listenerOf(emsSystem(pathToFileURL(`${pages}/`), now), ask))
  wms = await listen(listenerOf(wmsSystem(now), ask))
})

afterAll(() => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
  rmSync(pages, { recursive: true })
})

interface Ask {
  as?: string
  org?: string
  locale?: string
  body?: unknown
  method?: string
  type?: string
}

async function call<Data = unknown>(
  url: string,
  { as, org = 'EAST', locale = 'zh-cn', body, method, type = 'application/json' }: Ask = {},
): Promise<{ status: number; code: number; msg: string; data: Data }> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      locale,
      ...(as !== undefined && { authorization: `Bearer ${as}` }),
      business: encodeURIComponent(JSON.stringify({ orgId: org, orgCode: org, systemId: '5' })),
      ...(body !== undefined && { 'content-type': type }),
    },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, ...(await response.json()) }
}

const alarms = (query: string, given: Ask = { as: 'operator' }) =>
  call<AlarmPage>(`${ems}/ems/alarms${query}`, given)
const unhandled = async (given: Ask = { as: 'operator' }) =>
  (await call<{ unHandle: number }>(`${ems}/ems-admin/api/stat/alarmInfo/getAlarmCount`, given)).data.unHandle

describe('authority', () => {
  test('MICRO-3 without a token, and with one that the platform does not know, nothing is told', async () => {
    expect(await call(`${ems}/ems/stations`)).toEqual({
      status: 401,
      code: 102001,
      msg: '请先登录',
      data: null,
    })
    expect(asked).toEqual([])
    const unknown = await call(`${ems}/ems/stations`, { as: 'stranger', locale: 'en-US' })
    expect(unknown).toEqual({ status: 401, code: 102001, msg: 'Please log in', data: null })
    expect(await call(`${wms}/wms/stock`, { as: 'stranger' })).toMatchObject({ status: 401, code: 102001 })
  })

  test('MICRO-3 PERM-1 each call takes its own button code', async () => {
    const calls: [string, Ask][] = [
      [`${ems}/ems/stations`, {}],
      [`${ems}/ems/stations/1/dispatch`, { body: { mode: 'standby' } }],
      [`${ems}/ems/alarms`, {}],
      [`${ems}/ems/alarms/1`, {}],
      [`${ems}/ems/alarms/1/handle`, { body: { note: 'x' } }],
      [`${wms}/wms/stock`, {}],
      [`${wms}/wms/inbound`, { body: {} }],
    ]
    const statuses = (as: string) =>
      Promise.all(calls.map(async ([url, given]) => (await call(url, { ...given, as })).status))
    expect(await statuses('clerk')).toEqual([403, 403, 403, 403, 403, 403, 403])
    expect(await statuses('viewer')).toEqual([200, 403, 200, 200, 403, 200, 403])
    const refused = await call(`${ems}/ems/stations`, { as: 'clerk', locale: 'en-US' })
    expect(refused).toMatchObject({ code: 403, msg: 'You are not permitted to do this', data: null })
  })

  test('WHY-3 whoever looks on in somebody’s place reads what they may, and changes nothing', async () => {
    held.onlooker = held.operator ?? {}
    expect(await unhandled({ as: 'onlooker' })).toBeGreaterThan(0)
    for (const [url, body] of [
      [`${ems}/ems/stations/1/dispatch`, { mode: 'standby' }],
      [`${wms}/wms/inbound`, {}],
    ] as const) {
      const refused = await call(url, { as: 'onlooker', body, locale: 'en-US' })
      expect(refused).toMatchObject({
        status: 403,
        code: 403,
        msg: expect.stringMatching(/as somebody else/),
      })
    }
  })

  test('PERM-5 an organization that is not the person’s is refused in the platform’s words', async () => {
    const refused = await call(`${ems}/ems/stations`, { as: 'viewer', org: 'WEST', locale: 'en-US' })
    expect(refused).toEqual({ status: 403, code: 403, msg: 'You are not permitted', data: null })
    expect(await unhandled({ as: 'viewer', org: 'EAST' })).toBeGreaterThan(0)
  })

  test('PERM-1 a super administrator may do everything', async () => {
    expect((await call(`${ems}/ems/stations`, { as: 'admin', org: 'NORTH' })).code).toBe(0)
    const order = { as: 'admin', org: 'NORTH', body: { mode: 'charge', power: 10 } }
    expect((await call(`${ems}/ems/stations/1/dispatch`, order)).code).toBe(0)
    expect(asked).not.toContain('/sys/system/permission/mainMenu')
  })

  test('EDGE-8 a right taken away is gone after 5 seconds for reading, at once for writing', async () => {
    const read = () => call(`${ems}/ems/stations`, { as: 'viewer' })
    expect((await read()).code).toBe(0)
    const once = asked.length
    clock = 4_999
    expect((await read()).code).toBe(0)
    expect(asked).toHaveLength(once)
    held.viewer = { EAST: [] }
    clock = 5_000
    expect((await read()).code).toBe(403)
    expect((await alarms('')).code).toBe(0)
    held.operator = { EAST: ['ems.alarms.search'] }
    const order = { as: 'operator', body: { mode: 'standby' } }
    expect((await call(`${ems}/ems/stations/1/dispatch`, order)).code).toBe(403)
  })

  test('MICRO-4 a platform that is down is no refusal, and is asked again', async () => {
    isDown = true
    const down = await call(`${ems}/ems/stations`, { as: 'viewer', locale: 'en-US' })
    expect(down).toMatchObject({ status: 503, code: 500 })
    isDown = false
    expect((await call(`${ems}/ems/stations`, { as: 'viewer' })).code).toBe(0)
  })
})

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
