import { createServer, type IncomingHttpHeaders } from 'node:http'
import { expect } from 'playwright/test'
import { serve } from '../serve'
import { type AbuseCase, signedIn } from './abuse-case'
import { type Attacker, type Held, unique } from './attacker'
import { ask } from './people'

/** A server that should never be asked, and what it was asked all the same. */
export async function withLure(
  work: (lure: { port: number; asked: { url: string; headers: IncomingHttpHeaders }[] }) => Promise<void>,
): Promise<void> {
  const asked: { url: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers })
    response.setHeader('content-type', 'text/html').end('<h1>lure</h1>')
  })
  const { port, stop } = await serve(server)
  try {
    await work({ port, asked })
  } finally {
    await stop()
  }
}

export interface Registered {
  code: string
  hostName: string
  port: number | string
  enable?: boolean
}

/** Registers a system for as long as the work takes; where `mayBeRefused`, not at all if the platform refuses it. */
export async function withSystem(
  attacker: Attacker,
  admin: Held,
  given: Registered,
  work: () => Promise<void>,
  mayBeRefused = false,
): Promise<void> {
  const system = { name: given.code.replace('_', ''), version: '1', type: 0, enable: true, ...given }
  const answer = await attacker.call('/sys/resourcesConfig/page/add', { as: admin, body: system })
  expect(mayBeRefused ? [0, 400, 409] : [0], answer.msg).toContain(answer.code)
  if (answer.code !== 0) return
  try {
    await work()
  } finally {
    const rows = await ask<{ content: { id: string; code: string }[] }>(
      attacker,
      admin,
      `/sys/resourcesConfig/page/list?code=${given.code}`,
    )
    const id = rows.content.find(({ code }) => code === given.code)?.id
    await attacker.call(`/sys/resourcesConfig/page/delete/${id}`, { as: admin, method: 'POST' })
  }
}

const code = () => unique('ab').slice(0, 30)

async function expectClosed({ send, call }: Attacker, as: Held, system: string, note: string): Promise<void> {
  for (const path of ['/index.html', '/', '/app.js', '/..%2f..%2fx']) {
    expect((await send(`/micro/${system}${path}`, { as })).status, note).toBe(404)
  }
  for (const path of [`/${system}/x`, `/${system}-admin/x`]) {
    expect((await call(path, { as })).status, note).toBe(404)
    expect((await call(path, { as, method: 'POST', body: {} })).status, note).toBe(404)
  }
}

export const systems: readonly AbuseCase[] = [
  {
    ...{ id: 'K01', requirements: ['MICRO-7'], asvs: ['1.3.6', '13.2.4'] },
    tried:
      'a system registered at an address that the operator does not allow: its files, its calls, its page',
    expected: '404 for files and calls, a page that says so, and its server is never asked',
    try: signedIn('admin', async ({ as: admin, ...attacker }) => {
      await withLure(async ({ port, asked }) => {
        const system = code()
        await withSystem(attacker, admin, { code: system, hostName: '127.0.0.1', port }, async () => {
          await expectClosed(attacker, admin, system, 'not allowed')
          const page = await attacker.send(`/${system}/index`, { bare: true, as: admin })
          expect(page.status).toBe(200)
          expect(page.text).toContain('role="alert"')
          expect(page.text).not.toContain(`127.0.0.1:${port}`)
          const wall = await attacker.send(`/${system}/screen`, { bare: true, as: admin })
          expect(wall.status).not.toBe(307)
        })
        expect(asked).toEqual([])
      })
    }),
  },
  {
    ...{ id: 'K02', requirements: ['MICRO-7'], asvs: ['1.3.6', '1.5.3'] },
    tried: 'host names that look like an allowed one: schemes, user info, other spellings, ports inside',
    expected: 'compared as whole origins; the lure is never asked',
    try: signedIn('admin', async ({ as: admin, ...attacker }) => {
      const ports = JSON.parse(process.env.MICRO_SYSTEMS ?? '{}') as Record<string, number>
      await withLure(async ({ port, asked }) => {
        for (const [hostName, at] of [
          [`127.0.0.1:${ports.plain}`, port],
          [`127.0.0.1:${ports.plain}/x`, port],
          [`http://127.0.0.1:${ports.plain}/..`, port],
          [`127.0.0.1:${ports.plain}@127.0.0.1`, port],
          [`127.0.0.1:${ports.plain}\\127.0.0.1:${port}`, port],
          [`//127.0.0.1:${port}`, ''],
          [`http:127.0.0.1:${port}`, ''],
          [`ftp://127.0.0.1`, port],
          [`localhost`, port],
          ['127.1', port],
          ['0.0.0.0', port],
          ['2130706433', port],
          [`127.0.0.1.nip.io`, port],
          ['169.254.169.254', '80'],
          ['', port],
        ] as const) {
          const system = code()
          const closed = () => expectClosed(attacker, admin, system, `${hostName} ${at}`)
          await withSystem(attacker, admin, { code: system, hostName, port: at }, closed, true)
        }
        expect(asked).toEqual([])
      })
    }),
  },
  {
    ...{ id: 'K03', requirements: ['MICRO-7'], asvs: ['1.3.6', '8.2.1', '5.3.2'] },
    tried: 'the files of a system that is unknown, disabled or somebody else’s, and ways out of its folder',
    expected: '404, 401 without a session',
    try: signedIn('admin', async ({ as: admin, ...attacker }) => {
      for (const path of [
        ...['/micro/none/index.html', '/micro/uia/index.html', '/micro//index.html', '/micro/', '/micro'],
        ...['/micro/ems', '/micro/%65ms/..%2fx', '/micro/EMS/index.html', '/micro/ems/..%2f..%2fetc/passwd'],
        ...['/micro/ems/%2e%2e%2fx', '/micro/ems/%00', '/micro/ems/a%5cb', '/micro/ems//index.html'],
        ...['/micro/ems/%ff', '/micro/ems/..;/x', '/micro/ems@evil.example/x', '/micro/ems:80/x'],
        ...['/micro/__proto__/x', '/micro/constructor/x'],
      ]) {
        const { status } = await attacker.send(path, { bare: true, as: admin })
        expect([308, 404], path).toContain(status)
        expect([307, 308, 401, 404], path).toContain((await attacker.send(path, { bare: true })).status)
      }
      const ports = JSON.parse(process.env.MICRO_SYSTEMS ?? '{}') as Record<string, number>
      const system = code()
      const disabled = { code: system, hostName: '127.0.0.1', port: ports.plain ?? 0, enable: false }
      await withSystem(attacker, admin, disabled, () => expectClosed(attacker, admin, system, 'disabled'))
    }),
  },
  {
    ...{ id: 'K04', requirements: ['CALL-5', 'MICRO-7'], asvs: ['1.3.6', '4.2.5'] },
    tried: 'calls of a system that would lead to the platform, to another system, or out of its prefix',
    expected: '404 here',
    try: async ({ send, signIn, enter, target }) => {
      const as = await enter(await signIn('operator'), 'EAST', 'ems')
      for (const path of [
        '/api/ems/..%2fsys/user/page/list',
        '/api/ems/..%2f..%2fauthorization/oauth/token',
        '/api/ems/%2e%2e%2fwms/stock',
        '/api/ems/..%5cwms',
        '/api/ems/%2e%2e/none',
        '/api/ems/../none',
        '/api/ems//evil.example/x',
        '/api/ems/%00',
        '/api/ems/x%0d%0aHost:%20evil.example',
        '/api/ems@evil.example/x',
        `/api/ems:${new URL(target.platformUrl).port}/x`,
        '/api/ems%2fx',
        '/api/EMS/stations',
        '/api/emsx/stations',
        '/api/ems-admin2/stations',
        '/api/ems-admin/%2e%2e%2fx',
        '/api/ems',
        '/api/-ems/x',
        '/api/ems/stations/%ff%fe',
      ]) {
        const answer = await send(path, { as })
        expect([307, 308, 404], path).toContain(answer.status)
        expect(answer.text, path).not.toMatch(/zhangwei|access_token|"data":\[/)
      }
    },
  },
  {
    ...{ id: 'K05', requirements: ['CALL-5'], asvs: ['8.2.1', '3.5.1', '4.1.4'] },
    tried:
      'calls of a system by people without rights in it, without a session, from other sites, by odd methods',
    expected: '401, 403, 404 or 405',
    try: async ({ call, send, standing, signIn, enter }) => {
      const as = await enter(await signIn('operator'), 'EAST', 'ems')
      expect((await call('/ems/stations', { as: await standing('auditor') })).status).toBe(404)
      expect((await call('/ems/stations')).status).toBe(401)
      for (const headers of [
        { 'x-console': undefined },
        { origin: 'http://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
      ]) {
        for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
          expect((await send('/api/ems/stations', { method, as, headers })).status, method).toBe(403)
        }
      }
      for (const method of ['OPTIONS', 'TRACE', 'PROPFIND']) {
        expect([400, 405], method).toContain((await send('/api/ems/stations', { method, as })).status)
      }
      for (const type of ['text/html', 'application/xml', 'image/svg+xml', undefined]) {
        const answer = await send('/api/ems/stations', {
          method: 'POST',
          as,
          body: '<a/>',
          headers: { 'content-type': type },
        })
        expect(answer.status, type).toBe(415)
      }
    },
  },
  {
    ...{ id: 'K06', requirements: ['MICRO-7', 'CALL-5'], asvs: ['1.3.6', '8.3.1'] },
    tried: 'a system registered under a code that is a path of the console or of the platform',
    expected: 'the console’s own path stays its own; the lure is never asked',
    try: signedIn('admin', async ({ as: admin, ...attacker }) => {
      await withLure(async ({ port, asked }) => {
        for (const own of [
          ...['api', 'login', 'home', 'sys', 'auth', 'authorization', 'session', 'micro', 'account'],
          ...['selectSystem', '_next', 'images', '..', '.', 'a/b', '__proto__', 'constructor'],
        ]) {
          const untouched = async () => {
            expect((await attacker.call('/auth/info', { as: admin })).data).toMatchObject({
              username: 'admin',
            })
            expect((await attacker.send(`/micro/${own}/index.html`, { as: admin })).status, own).not.toBe(200)
            expect((await attacker.send('/login', { bare: true })).status).toBe(200)
          }
          const system = { code: own, hostName: '127.0.0.1', port }
          await withSystem(attacker, admin, system, untouched, true)
        }
        expect(asked).toEqual([])
      })
    }),
  },
  {
    ...{ id: 'K07', requirements: ['MICRO-7', 'PERM-5'], asvs: ['8.2.1', '1.3.6'] },
    tried:
      'files and calls of systems of which somebody holds nothing, who may discover resources of their own',
    expected: '404, and the server is never asked',
    try: async (attacker) => {
      const { standing } = attacker
      const [admin, as] = [await standing('admin'), await standing('operator')]
      const ports = JSON.parse(process.env.MICRO_SYSTEMS ?? '{}') as Record<string, number>
      const system = code()
      const given = { code: system, hostName: '127.0.0.1', port: ports.plain ?? 0 }
      await withSystem(attacker, admin, given, () => expectClosed(attacker, as, system, 'not theirs'))
      for (const other of ['wms', 'WMS']) await expectClosed(attacker, as, other, 'not theirs')
    },
  },
]
