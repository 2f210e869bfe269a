import { describe, expect, test } from 'vitest'
import { isProof, makeProof } from '#lib/probe-proof'
import type { ProbeReport, Reach } from '#lib/probe-report'
import type { Got } from '../../tools/doctor/ask.ts'
import { addressesIn, judgeAddresses } from '../../tools/doctor/checks/assets.ts'
import { judgeTransport } from '../../tools/doctor/checks/certificate.ts'
import { explainStranger } from '../../tools/doctor/checks/entry.ts'
import { judgeForwarding } from '../../tools/doctor/checks/forwarding.ts'
import { judgeCookies, judgePolicy } from '../../tools/doctor/checks/headers.ts'
import { lookAtRequestHeaders } from '../../tools/doctor/checks/limits.ts'
import { lookAtPaths } from '../../tools/doctor/checks/paths.ts'
import { judgeProcesses } from '../../tools/doctor/checks/processes.ts'
import { judgeReach } from '../../tools/doctor/checks/reach.ts'
import { judgeClocks, judgeSettings } from '../../tools/doctor/checks/settings.ts'
import type { Deployment } from '../../tools/doctor/deployment.ts'
import { fixOf, got, now, own, refusal, secret, seen, url, wrong } from './probe-reports.ts'

describe('EDGE-16 the proof that the operator’s doctor asks', () => {
  test('holds for a minute, for any of the console’s secrets, and for no other', () => {
    const proof = makeProof(secret, now)
    expect(isProof(proof, ['an-older-secret-of-thirty-two-characters', secret], now + 59_000)).toBe(true)
    expect(isProof(proof, [secret], now + 61_000)).toBe(false)
    expect(isProof(proof, [secret], now - 61_000)).toBe(false)
    expect(isProof(proof, ['an-older-secret-of-thirty-two-characters'], now)).toBe(false)
  })
  test('is nothing that can be changed or made up', () => {
    const proof = makeProof(secret, now)
    const [, nonce, mac] = proof.split('.')
    for (const forged of [
      '',
      'x',
      `${now + 1}.${nonce}.${mac}`,
      `${proof}x`,
      `${now}.${mac}.${nonce}`,
      `${proof}.`,
    ]) {
      expect(isProof(forged, [secret], now), forged).toBe(false)
    }
  })
})

describe('EDGE-16 whose request it is', () => {
  const forged = { address: '198.51.100.7', trusted: false }
  const person = { address: '203.0.113.9', trusted: false }
  const proxy = { address: '10.0.0.5', trusted: true }
  const judge = (hops: ProbeReport['hops'], client?: string) =>
    judgeForwarding(url, { ...seen, hops, client })

  test('an address that the proxy overwrites or appends is believed', () => {
    expect(wrong(judge([person, proxy], person.address))).toEqual([])
    expect(wrong(judge([forged, person, proxy], person.address))).toEqual([])
  })
  test('a forged one passed on, or none at all, is a fault of the proxy', () => {
    const findings = judge([forged, proxy], forged.address)
    expect(wrong(findings)).toEqual(['forwarded-for'])
    expect(findings.at(-1)?.why).toMatch(/writes any address/)
    expect(fixOf(findings, 'forwarded-for').nginx).toBe('proxy_set_header X-Forwarded-For $remote_addr;')
    expect(wrong(judge([proxy], proxy.address))).toEqual(['forwarded-for'])
  })
  test('a proxy that is not trusted is named with its address', () => {
    const findings = judge([person, { ...proxy, trusted: false }], proxy.address)
    expect(fixOf(findings, 'trusted-proxies').console).toBe('TRUSTED_PROXIES=10.0.0.5')
  })
  test('a proxy that another one reaches by a unix socket names nobody, which is a fault', () => {
    const findings = judge([forged, person, { address: 'unix:', trusted: false }, proxy], proxy.address)
    expect(wrong(findings)).toEqual(['forwarded-for'])
    expect(findings.at(-1)?.seen).toContain('unix:')
    expect(fixOf(findings, 'forwarded-for').nginx).toMatch(/X-Forwarded-For \$http_x_forwarded_for;/)
  })
  test('the scheme that is missed is that of the address', () => {
    const findings = judgeForwarding(new URL('http://console.example.com'), seen)
    expect(findings.find(({ id }) => id === 'forwarded-proto')?.title).toMatch(/is http$/)
  })
  test('trust in everybody is a fault, however right the proxy is', () => {
    expect(wrong(judge([{ ...forged, trusted: true }, person, proxy], forged.address))).toEqual([
      'trusted-proxies',
    ])
  })
  test('a host without its port is the host', () => {
    const ported = new URL('https://console.example.com:8443')
    expect(wrong(judgeForwarding(ported, seen))).toEqual([])
    const headers = { ...seen.headers, host: ported.host, 'x-forwarded-host': ported.host }
    expect(wrong(judgeForwarding(ported, { ...seen, headers }))).toEqual([])
    expect(wrong(judgeForwarding(url, { ...seen, headers: { ...headers, host: 'internal' } }))).toEqual([
      'host',
    ])
  })
})

describe('EDGE-16 several processes', () => {
  const look = (more: Partial<ProbeReport>) => ({ sent: '', got: got(), report: { ...seen, ...more } })
  test('alike ones are in order, and a rotation under way is', () => {
    const looks = [look({ seals: 1, opens: [1, 2] }), look({ process: 'two', seals: 2, opens: [2, 1] })]
    expect(judgeProcesses(looks)).toMatchObject({
      blind: false,
      findings: [{ level: 'ok', title: /2 console/ }],
    })
  })
  test('a secret that one of them cannot open is a fault', () => {
    const looks = [
      look({ seals: 1, opens: [1, 2] }),
      look({ process: 'two', seals: 1, opens: [1] }),
      look({ process: 'three', seals: 2, opens: [2, 1] }),
    ]
    expect(wrong(judgeProcesses(looks).findings)).toEqual(['different-secrets'])
  })
  test('different builds are a fault', () => {
    const { findings, blind } = judgeProcesses([look({}), look({ process: 'two', build: 'b2' })])
    expect(wrong(findings)).toEqual(['different-builds'])
    expect(blind).toBe(false)
  })
  test('one that is down, or a limit of calls, is not taken for another secret', () => {
    const busy = { ...refusal(503), status: 503 }
    expect(wrong(judgeProcesses([look({}), { sent: '', got: busy }]).findings)).toEqual(['lost-calls'])
    for (const status of [502, 429]) {
      const { findings, blind } = judgeProcesses([look({}), { sent: '', got: got({ status }) }])
      expect(wrong(findings)).toEqual(['lost-calls'])
      expect(blind).toBe(true)
    }
    expect(wrong(judgeProcesses([look({}), { sent: '', got: refusal(404) }]).findings)).toEqual([
      'different-secrets',
    ])
  })
})

describe('EDGE-16 an address that shows no console', () => {
  const explain = (answer: Got, at: ProbeReport | undefined = seen, path = '') =>
    explainStranger(answer, new URL(path, url), at, own)
  test('a proxy that finds nobody is told from a console that does not run', () => {
    expect(explain(got({ status: 502 })).fix).toMatchObject({ nginx: 'proxy_pass http://127.0.0.1:3000;' })
    const alone = explainStranger(got({ status: 502 }), url, undefined, own)
    expect(alone).toMatchObject({ id: 'upstream', fix: { console: /npm start/ } })
  })
  test('a lost prefix is told from one that the console is not built for', () => {
    const lost = explain(got({ status: 404 }), { ...seen, basePath: '/console' }, '/console')
    expect(lost).toMatchObject({ id: 'base-path', fix: { nginx: /location \/console\// } })
    const unknown = explain(got({ status: 404 }), seen, '/console')
    expect(unknown).toMatchObject({ id: 'base-path', fix: { console: 'BASE_PATH=/console' } })
  })
  test('another secret, a dropped mark, a sign-in and a redirect each have a name', () => {
    expect(explain(refusal(404)).id).toBe('other-console')
    expect(explain(refusal(403)).id).toBe('lost-headers')
    expect(explain(got({ status: 401, headers: [['www-authenticate', 'Basic']] })).id).toBe('proxy-sign-in')
    expect(explain(got({ status: 301, headers: [['location', 'https://other/']] })).id).toBe('redirected')
  })
})

describe('EDGE-16 settings, certificate and clocks', () => {
  test('the console’s settings are compared with the address that people type', () => {
    expect(wrong(judgeSettings(url, seen))).toEqual([])
    const other = judgeSettings(new URL('https://other.example.com/console'), seen)
    expect(wrong(other)).toEqual(['public-origin', 'base-path'])
    expect(fixOf(other, 'public-origin').console).toBe('PUBLIC_ORIGIN=https://other.example.com')
    expect(fixOf(other, 'base-path').console).toBe('BASE_PATH=/console')
  })
  test('Secure cookies need https, and https needs Secure cookies', () => {
    const origins = ['http://console.example.com', 'https://console.example.com']
    expect(wrong(judgeSettings(url, { ...seen, origins, secure: false }))).toEqual(['cookie-scheme'])
    const plain = new URL('http://console.example.com')
    expect(wrong(judgeSettings(plain, { ...seen, origins }))).toEqual(['cookie-scheme'])
    expect(wrong(judgeSettings(plain, { ...seen, origins, secure: false }))).toEqual([])
  })
  test('a certificate is judged by its name, its time and its chain, each by itself', () => {
    const day = 86_400_000
    const good = { from: now - day, until: now + 90 * day }
    const judge = (more: object, insecure = false) =>
      wrong(judgeTransport(url, { ...good, ...more }, { insecure }, now))
    expect(judge({})).toEqual([])
    expect(judge({ until: now + 20 * day })).toEqual(['certificate-soon'])
    expect(judge({ until: now - 1 })).toEqual(['certificate-expired'])
    expect(judge({ from: now + 1 })).toEqual(['certificate-expired'])
    expect(judge({ misnamed: 'for other.example.com' })).toEqual(['certificate-name'])
    expect(judge({ distrust: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })).toEqual(['certificate-chain'])
    expect(judge({ distrust: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, true)).toEqual([])
  })
  test('plain HTTP is worth a word, except on the machine itself', () => {
    const judge = (address: string) =>
      wrong(judgeTransport(new URL(address), undefined, { insecure: false }, now))
    expect(judge('http://console.example.com')).toEqual(['plain-http'])
    expect(judge('http://127.0.0.1:3000')).toEqual([])
    expect(judge('http://[::1]:3000')).toEqual([])
  })
  test('clocks more than a minute apart are told, whichever is ahead', () => {
    const platform: Reach = { origin: '', state: 'ok', detail: '', took: 1, clock: now - 61_000 }
    expect(wrong(judgeClocks(-61_000, seen))).toEqual(['clock'])
    expect(wrong(judgeClocks(0, { ...seen, platform }))).toEqual(['platform-clock'])
    expect(wrong(judgeClocks(59_000, { ...seen, platform: { ...platform, clock: now } }))).toEqual([])
  })
})

describe('EDGE-16 request headers on their way', () => {
  /** A console behind something that takes away or cuts what `pass` does. */
  const behind = (pass: (cookie: string) => string, dropped: string[] = []): Deployment => ({
    url,
    ask: async () => got(),
    look: async (_path, { headers = {} } = {}) => {
      const kept = Object.entries({ ...headers, cookie: pass(headers.cookie ?? '') })
      const arrived = Object.fromEntries(
        kept.filter(([name, value]) => value !== '' && !dropped.includes(name)),
      )
      return { sent: '', got: got(), report: { ...seen, headers: arrived } }
    },
  })
  test('a proxy that drops cookies is told as one, and not to have larger buffers', async () => {
    const findings = await lookAtRequestHeaders(behind(() => ''))
    expect(wrong(findings)).toEqual(['lost-headers'])
    expect(findings[0]).toMatchObject({
      seen: expect.stringMatching(/^cookie: gone/),
      fix: { nginx: 'remove: proxy_set_header cookie …;' },
    })
  })
  test('one that drops long cookies alone is told as that, beside other headers that it drops', async () => {
    const short = (cookie: string) => (cookie.length < 4000 ? cookie : '')
    expect(wrong(await lookAtRequestHeaders(behind((cookie) => cookie)))).toEqual([])
    expect(wrong(await lookAtRequestHeaders(behind(short)))).toEqual(['request-headers'])
    const both = await lookAtRequestHeaders(behind(short, ['business']))
    expect(wrong(both)).toEqual(['lost-headers', 'request-headers'])
  })
})

test('EDGE-16 a proxy that lower-cases what follows the question mark, or the path, is told', async () => {
  const seenAs = async (change: (sent: string) => string) => {
    const look: Deployment['look'] = async (path = '') => {
      // The console writes escapes in one way, however they arrive.
      const arrived = change(path).replace(/%[\da-f]{2}/g, (sign) => sign.toUpperCase())
      return { sent: path, got: got(), report: { ...seen, path: arrived } }
    }
    return wrong(await lookAtPaths({ url, ask: async () => got(), look }))
  }
  const query = /\?.*/
  expect(await seenAs((sent) => sent)).toEqual([])
  expect(await seenAs((sent) => sent.replace(query, (found) => found.toLowerCase()))).toEqual(['path'])
  expect(await seenAs((sent) => sent.replace(/^[^?]*/, (found) => found.toLowerCase()))).toEqual(['path'])
})

test('EDGE-16 a platform or sub-application out of reach is told with its kind of fault', () => {
  const reach = (state: Reach['state']): Reach => ({ origin: 'http://p', state, detail: 'CODE', took: 5 })
  const judge = (state: Reach['state']) =>
    judgeReach({ ...seen, platform: reach(state), systems: [reach('ok'), reach(state)] })
  expect(wrong(judge('ok'))).toEqual([])
  for (const state of ['dns', 'refused', 'tls', 'timeout', 'closed', 'nonsense'] as const) {
    expect(wrong(judge(state)), state).toEqual(['platform', 'system'])
  }
  expect(fixOf(judge('tls'), 'platform').console).toMatch(/NODE_EXTRA_CA_CERTS/)
  expect(fixOf(judge('credentials'), 'platform').console).toMatch(/PLATFORM_CLIENT_SECRET/)
  expect(wrong(judgeReach({ ...seen, platform: { ...reach('ok'), took: 2500 } }))).toEqual(['platform-slow'])
})

describe('EDGE-16 what a page brings along', () => {
  const page = (policy: string, more: [string, string][] = []) =>
    got({ headers: [['content-security-policy', policy], ...more] })
  test('a policy arrives as it was sent, once, and with a nonce of its own each time', () => {
    const first = page("script-src 'nonce-a'")
    expect(wrong(judgePolicy([first, page("script-src 'nonce-b'")], seen))).toEqual([])
    expect(wrong(judgePolicy([first, first], seen))).toEqual(['cached'])
    expect(wrong(judgePolicy([first, page("script-src 'nonce-b'", [['age', '3']])], seen))).toEqual([
      'cached',
    ])
    expect(wrong(judgePolicy([page("script-src 'self'"), first], seen))).toEqual(['csp'])
    expect(wrong(judgePolicy([got(), got()], seen))).toEqual(['csp'])
    const two = page("script-src 'nonce-a'", [['content-security-policy', "default-src 'self'"]])
    expect(judgePolicy([two, first], seen)).toMatchObject([{ id: 'csp', seen: /^2 of them/ }])
  })
  test('a cookie that lost or gained an attribute is told with it', () => {
    const judge = (cookie: string) => judgeCookies([got({ headers: [['set-cookie', cookie]] })], seen)
    const sent = seen.sent[0]?.[1] ?? ''
    expect(wrong(judge(sent))).toEqual([])
    const changed = judge(sent.replace('SameSite=Lax', 'SameSite=None'))
    expect(changed).toMatchObject([{ id: 'set-cookie', seen: 'lost: SameSite=Lax, added: SameSite=None' }])
    expect(judge('other=1')).toMatchObject([{ id: 'set-cookie', seen: /nothing of that name/ }])
  })
  test('addresses of other sites are told, plain HTTP on https as such', () => {
    const html = `<link href="/a.css"><script async src="http://cdn.example/x.js?a=1&amp;b"></script><img src="data:,">`
    expect(addressesIn(html)).toEqual(['/a.css', 'http://cdn.example/x.js?a=1&b', 'data:,'])
    expect(wrong(judgeAddresses(url, addressesIn(html)))).toEqual(['mixed-content'])
    expect(wrong(judgeAddresses(url, ['https://cdn.example/x.js']))).toEqual(['foreign-content'])
    expect(
      wrong(judgeAddresses(url, ['/a.css', 'b.js', 'data:,', 'https://console.example.com/c.js'])),
    ).toEqual([])
  })
})
