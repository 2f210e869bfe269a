import { randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { isProof, proofHeader } from '#lib/probe-proof'
import type { ProbeReport } from '#lib/probe-report'
import { type Got, Unanswered } from '../../tools/doctor/ask.ts'
import { lookAtPlainHttp } from '../../tools/doctor/checks/certificate.ts'
import { lookAtMethods, lookAtRequestHeaders, lookAtSockets } from '../../tools/doctor/checks/limits.ts'
import { lookAsPerson } from '../../tools/doctor/checks/session.ts'
import { judgeSettings } from '../../tools/doctor/checks/settings.ts'
import { type Deployment, placeAt } from '../../tools/doctor/deployment.ts'
import { diagnose } from '../../tools/doctor/diagnose.ts'
import { readOptions } from '../../tools/doctor/options.ts'
import { report } from '../../tools/doctor/report.ts'
import { explainSilence } from '../../tools/doctor/silence.ts'
import { serve } from '../serve'
import { got, own, secret, seen, url, wrong } from './probe-reports.ts'

describe('EDGE-16 what the doctor is given', () => {
  const env = {
    SESSION_SECRET: `${secret}, another-one`,
    PUBLIC_ORIGIN: 'https://console.example.com',
    BASE_PATH: '/c',
  }
  test('without an address it goes to the one that people type, and asks the console directly too', () => {
    const options = readOptions([], { ...env, HOST: '0.0.0.0', PORT: '3005' })
    expect(options.url.href).toBe('https://console.example.com/c')
    expect(options.own.href).toBe('http://127.0.0.1:3005/c')
    expect(options.secret).toBe(secret)
  })
  test('the secret that the console seals with is the first of several, kept in a file as well as given', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-doctor-'))
    writeFileSync(join(folder, 'session-secret'), `${secret}, another-one\n`)
    expect(readOptions([], { DATA_DIR: folder }).secret).toBe(secret)
    rmSync(folder, { recursive: true })
  })
  test('what makes no sense is refused with what to give', () => {
    expect(() => readOptions(['console.example.com'], env)).toThrow(/begin with https:\/\//)
    expect(() => readOptions(['https://a', 'https://b'], env)).toThrow(/does not understand/)
    expect(() => readOptions(['--jsn'], env)).toThrow(/--json/)
    expect(() => readOptions([], { ...env, SESSION_SECRET: '', DATA_DIR: '/nonexistent' })).toThrow(
      /SESSION_SECRET/,
    )
    expect(() => readOptions(['--account', 'admin'], env)).toThrow(/--captcha.*DOCTOR_PASSWORD/)
    expect(() => readOptions(['--ca', '/nonexistent'], env)).toThrow(/\/nonexistent cannot be read/)
  })
})

test('EDGE-16 the report says what was seen, why it matters and the line, and counts', () => {
  const findings = judgeSettings(new URL('https://other.example.com'), seen)
  const text = report({ url: 'https://other.example.com/', findings, unseen: ['signing in'] })
  expect(text).toMatch(/✖ PUBLIC_ORIGIN .*\[public-origin\]/)
  expect(text).toMatch(/seen .*people type https:\/\/other\.example\.com/)
  expect(text).toMatch(/console +PUBLIC_ORIGIN=https:\/\/other\.example\.com/)
  expect(text).toMatch(/Not looked at\n {2}· signing in/)
  expect(text).toMatch(/1 fault, 0 to improve, 2 in order\.$/)
})

describe('EDGE-16 an address that', () => {
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  async function listen(answer: http.RequestListener): Promise<URL> {
    const { origin, stop } = await serve(http.createServer(answer))
    stops.push(stop)
    return new URL(origin)
  }
  const visit = (address: URL, without = address) =>
    diagnose({ url: address, own: without, secret, json: false, insecure: false })
  const tell = (response: http.ServerResponse, address: URL, more: Partial<ProbeReport> = {}) =>
    response.end(JSON.stringify({ ...seen, origins: [address.origin], secure: false, timeout: 1, ...more }))

  test('gives no answer is told by what is missing there', async () => {
    const explain = (code: string, address = url) =>
      explainSilence(address, new Unanswered(code, 'no answer'))
    expect(explain('ENOTFOUND')).toMatch(/name console\.example\.com is not known/)
    expect(explain('ECONNREFUSED')).toMatch(/Nothing listens at console\.example\.com/)
    expect(explain('TIMEOUT')).toMatch(/firewall/)
    expect(explain('ECONNRESET', own)).toMatch(/begins with https/)
    const plain = await listen((_, response) => response.end())
    await expect(visit(new URL(`https://${plain.host}`))).rejects.toThrow(/does not speak TLS/)
  })
  test('breaks some calls off has lost calls, and is not given up', async () => {
    let count = 0
    const address: URL = await listen((request, response) => {
      count += 1
      if (count % 2 === 0) request.socket.destroy()
      else tell(response, address)
    })
    const { findings, unseen } = await visit(address)
    expect(findings.find(({ id }) => id === 'lost-calls')?.seen).toBe('5 of 10 calls: no answer')
    expect(unseen.join()).toMatch(/everything else/)
  })
  test('limits calls soon is looked at as far as they come, and says what was not', async () => {
    let count = 0
    const address: URL = await listen((_, response) => {
      count += 1
      if (count > 11) response.writeHead(429).end('slow down')
      else tell(response, address)
    })
    const { findings, unseen } = await visit(address)
    expect(findings.map(({ id }) => id)).toContain('processes')
    expect(unseen).toContain('clocks: the console’s answer did not arrive: HTTP 429')
  })
  test('is the console’s own port, by whatever name, is not taken for a proxy', async () => {
    const address: URL = await listen((_, response) => tell(response, address, { hops: [] }))
    const other = new URL(`http://localhost:${address.port}`)
    expect(wrong((await visit(address, other)).findings)).not.toContain('forwarded-for')
    const proxied = new URL('http://127.0.0.1:1')
    expect(wrong((await visit(address, proxied)).findings)).toContain('forwarded-for')
  })
  test('answers on plain HTTP has to lead to https', async () => {
    const page = await listen((_, response) => response.end('a page'))
    const redirect = await listen((_, response) => response.writeHead(301, { location: url.href }).end())
    const elsewhere = await listen((_, response) =>
      response.writeHead(301, { location: 'https://other/' }).end(),
    )
    const look = async (plain: URL) =>
      wrong(
        await lookAtPlainHttp({ url, own, secret, json: false, insecure: false, http: plain }, 'max-age=1'),
      )
    expect(await look(page)).toEqual(['https-redirect'])
    expect(await look(redirect)).toEqual([])
    expect(await look(elsewhere)).toEqual(['https-redirect'])
  })
  test('sends TRACE back is told', async () => {
    const echo = await listen((request, response) => response.end(request.rawHeaders.join()))
    const plain = await listen((_, response) => response.writeHead(405).end())
    expect(wrong(await lookAtMethods(placeAt(echo, { secret })))).toEqual(['trace'])
    expect(wrong(await lookAtMethods(placeAt(plain, { secret })))).toEqual([])
  })
  test('another program serves shows no console', async () => {
    const address = await listen((_, response) => response.writeHead(404).end(randomBytes(8)))
    expect(wrong((await visit(address)).findings)).toEqual(['base-path'])
  })
  test('a console with another clock serves gets a proof by its time, and the clock is told', async () => {
    const ahead = 300_000
    const address: URL = await listen((request, response) => {
      response.setHeader('date', new Date(Date.now() + ahead).toUTCString())
      const proof = String(request.headers[proofHeader])
      if (!isProof(proof, [secret], Date.now() + ahead)) {
        response.writeHead(404).end('{"code":404}')
        return
      }
      tell(response, address, { now: Date.now() + ahead })
    })
    const { findings } = await visit(address)
    expect(findings.find(({ id }) => id === 'clock')?.seen).toMatch(/(299|300|301) s ahead/)
  })
})

test.each(['', 'rsc', 'next-router-state-tree', 'next-router-prefetch'])(
  'EDGE-16 a proxy that drops the request header “%s” is named with it',
  async (dropped) => {
    const look: Deployment['look'] = async (_, question) => {
      const { [dropped]: _dropped, ...headers } = question?.headers ?? {}
      return { sent: '', got: got(), report: { ...seen, headers } }
    }
    const findings = await lookAtRequestHeaders({ url, ask: async () => got(), look })
    expect(wrong(findings)).toEqual(dropped === '' ? [] : ['lost-headers'])
    expect(findings[0]?.seen ?? '').toMatch(dropped && `${dropped}: gone, sent `)
  },
)

describe('EDGE-16 as a person', () => {
  const person = { account: 'admin', password: 'secret', captcha: '2468' }
  const json = (value: unknown, headers: Got['headers'] = []) =>
    got({ headers, body: Buffer.from(JSON.stringify(value)) })
  const cookie: Got['headers'] = [['set-cookie', '__Host-access_token=seal; Path=/']]
  const systems = ['ems', 'uia', 'off'].map((code) => ({ code, enable: code !== 'off' }))
  const answers: Record<string, Got> = {
    'sign-in': json({ code: 0 }, cookie),
    listConfig: json({ code: 0, data: systems }),
    '/micro/ems/': got(),
    '/micro/uia/': got({ status: 404 }),
  }
  /** A console that gives these answers, and notes what it is asked for with the session's cookie. */
  function place(more: Record<string, Got>): { place: Deployment; asked: string[] } {
    const asked: string[] = []
    const all = [more, answers].flatMap(Object.entries<Got>)
    const ask: Deployment['ask'] = async (path, question) => {
      if (question?.headers?.cookie?.includes('=seal')) asked.push(path)
      return all.find(([part]) => path.includes(part))?.[1] ?? got()
    }
    return { place: { url, ask, look: async () => ({ sent: '', got: got() }) }, asked }
  }
  const left: string[] = []
  const leave = (what: string) => left.push(what)
  const visit = async (more: Record<string, Got>) =>
    wrong(await lookAsPerson(place(more).place, person, leave))

  test('signing in, every enabled system’s files, and signing out are tried', async () => {
    const { place: console, asked } = place({})
    expect(wrong(await lookAsPerson(console, person, leave))).toEqual([])
    expect(asked).toEqual([
      expect.stringContaining('listConfig'),
      '/micro/ems/',
      '/micro/uia/',
      '/api/session/sign-out',
    ])
  })
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ code: `s${from + at}`, enable: 1 }))
  const lookedAt = async (more: Record<string, Got>) => {
    const { place: console, asked } = place({ ...more, '/micro/s': got() })
    expect(wrong(await lookAsPerson(console, person, leave))).toEqual([])
    return asked.filter((path) => path.startsWith('/micro/')).length
  }

  test('of more systems than a page holds all are tried, of very many the first, which is said', async () => {
    const [first, second] = [json({ code: 0, data: many(0, 100) }), json({ code: 0, data: many(100, 20) })]
    expect(await lookedAt({ 'page=2': second, listConfig: first })).toBe(120)
    const page = (rows: object[], count: number) =>
      json({ code: '0', data: { content: rows, meta: { page: 1, limit: 50, count } } })
    expect(await lookedAt({ 'page=2': page(many(50, 20), 70), listConfig: page(many(0, 50), 70) })).toBe(70)
    expect(await lookedAt({ listConfig: json({ code: 0, data: many(0, 100) }) })).toBe(100)
    expect(left).toEqual([])
    expect(await lookedAt({ listConfig: json({ code: 0, data: many(0, 501) }) })).toBe(500)
    expect(left).toEqual(['sub-applications beyond the first 500 that are registered'])
  })
  test('what fails of it is told by itself', async () => {
    expect(await visit({ 'sign-in': json({ code: 403 }) })).toEqual(['sign-in'])
    expect(await visit({ listConfig: json({ code: 401 }) })).toEqual(['session'])
    expect(await visit({ '/micro/ems/': got({ status: 502 }) })).toEqual(['micro'])
  })
})

test('EDGE-16 docs/doctor.md lists every finding that the doctor has, and no other', () => {
  const root = new URL('../../', import.meta.url)
  const source = globSync('tools/doctor/**/*.ts', { cwd: root })
    .map((file) => readFileSync(new URL(file, root), 'utf8'))
    .join('\n')
  const named = [...source.matchAll(/\b(?:fault|advice)\)?\(\s*'([a-z-]+)'/g)].map((match) => match[1])
  const listed = readFileSync(new URL('docs/doctor.md', root), 'utf8').matchAll(/^\| `([a-z][a-z-]+)` \|/gm)
  expect([...listed].map((match) => match[1]).sort()).toEqual([...new Set(named)].sort())
})

test('EDGE-16 what answers by changing the protocol is told as that, and nobody waits for more', async () => {
  const server = http.createServer()
  server.on('upgrade', (_request, socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  )
  const { origin, stop } = await serve(server)
  const place = placeAt(new URL(origin), { secret })
  const [finding] = await lookAtSockets(place, { ...seen, origins: [origin] })
  expect([finding?.id, finding?.level, finding?.seen]).toEqual([
    'websocket',
    'advice',
    expect.stringContaining('HTTP 101'),
  ])
  await stop()
})
