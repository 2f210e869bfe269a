import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { AlarmPage } from '../../demo/ems/model.ts'
import { emsSystem } from '../../demo/ems/system.ts'
import { platformAuthority } from '../../demo/server/authority.ts'
import { listenerOf } from '../../demo/server/service.ts'
import { wmsSystem } from '../../demo/wms/system.ts'
import { serve } from '../serve.ts'

const stops: (() => Promise<void>)[] = []

async function listen(listener: RequestListener): Promise<string> {
  const { origin, stop } = await serve(createServer(listener))
  stops.push(stop)
  return origin
}

/** Which codes a token holds in an organization; the platform's two calls over that, and no more. */
export let held: Record<string, Record<string, string[]>> = {}
/** Tokens of whoever looks on in somebody's place. */
const viewed = new Set(['onlooker'])
export let asked: string[] = []
/** In an object, as nobody assigns to an imported name. */
export const state = { isDown: false, clock: 0 }

const platform: RequestListener = (request, response) => {
  asked.push(request.url ?? '')
  if (state.isDown) return void request.socket.destroy()
  const answer = (status: number, code: number, msg: string, data: unknown = null) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code, msg, data }))
  const english = request.headers.locale === 'en-US'
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const person = held[token]
  if (person === undefined) return void answer(401, 102001, english ? 'Please sign in' : '请先登录')
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

export let ems = ''
export let wms = ''
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
  state.isDown = false
  state.clock = 0
  const ask = platformAuthority(await listen(platform), () => state.clock)
  const now = () => new Date('2026-11-21T08:00:00Z')
  ems = await listen(listenerOf(emsSystem(pathToFileURL(`${pages}/`), now), ask))
  wms = await listen(listenerOf(wmsSystem(now), ask))
})

afterAll(async () => {
  for (const stop of stops) await stop()
  rmSync(pages, { recursive: true })
})

export interface Ask {
  as?: string
  org?: string
  locale?: string
  body?: unknown
  method?: string
  type?: string
}

export async function call<Data = unknown>(
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

export const alarms = (query: string, given: Ask = { as: 'operator' }) =>
  call<AlarmPage>(`${ems}/ems/alarms${query}`, given)
export const unhandled = async (given: Ask = { as: 'operator' }) =>
  (await call<{ unHandle: number }>(`${ems}/ems-admin/api/stat/alarmInfo/getAlarmCount`, given)).data.unHandle
