import { createHash, randomBytes } from 'node:crypto'
import { keyHeader, keyText } from '#contracts/idempotency'
import { csrfHeader } from '#lib/csrf-header'
import { partHeaders } from '#lib/part-headers'
import type { ProbeReport } from '#lib/probe-report'
import { type Got, headersOf, Unanswered, words } from '../ask.ts'
import type { Deployment } from '../deployment.ts'
import { advice, type Finding, fault, ok } from '../finding.ts'

/** Characters of the longest cookie that browsers keep. */
const longestCookie = 4096
/** Bytes: a picture of 5 MB and what a form puts around it. */
const largestBody = 5_500_000
/** Milliseconds that the proxy has to wait for longer than the console does. */
const margin = 1000
/** Milliseconds that the console holds an answer back at most. */
const longestHold = 20_000

const got = (answer: Got | Unanswered) =>
  answer instanceof Unanswered ? `${answer.code}: ${answer.message}` : words(answer)

/** An answer, or why there was none. */
async function attempt<T>(work: Promise<T>): Promise<T | Unanswered> {
  return work.catch((error) => {
    if (error instanceof Unanswered) return error
    throw error
  })
}

/** What the console goes by has to reach it, and so has a session's cookie, which may be long, with the others. */
export async function lookAtRequestHeaders(place: Deployment): Promise<Finding[]> {
  const marks: Record<string, string> = {
    cookie: 'doctor=1',
    [csrfHeader.name]: csrfHeader.value,
    origin: place.url.origin,
    'sec-fetch-site': 'same-origin',
    'sec-fetch-dest': 'empty',
    [keyHeader]: keyText('doctor-looks-at-it'),
    business: '%7B%7D',
    locale: 'en-US',
    ...partHeaders,
  }
  const answer = await attempt(place.look('', { headers: marks }))
  const report = answer instanceof Unanswered ? undefined : answer.report
  const arrived: Record<string, string | undefined> = report?.headers ?? marks
  const lost = Object.entries(marks).filter(([name, value]) => arrived[name] !== value)
  const findings = lost.length > 0 ? [lostHeaders(lost, arrived)] : []
  if (arrived.cookie === marks.cookie) findings.push(...(await lookAtLongCookie(place, marks)))
  return findings.length > 0
    ? findings
    : [ok('request-headers', 'Long cookies and the console’s own request headers')]
}

async function lookAtLongCookie(place: Deployment, marks: Record<string, string>): Promise<Finding[]> {
  const cookie = `doctor=${'x'.repeat(longestCookie - 7)}; lang=en; systemId=1; orgId=1; orgCode=1`
  const answer = await attempt(place.look('', { headers: { ...marks, cookie } }))
  const report = answer instanceof Unanswered ? undefined : answer.report
  if (report?.headers.cookie === cookie) return []
  const arrived =
    report === undefined
      ? ''
      : `; ${report.headers.cookie?.length ?? 0} of ${cookie.length} characters arrived`
  return [
    fault('request-headers', 'A long session cookie does not reach the console', {
      seen: `${got(answer instanceof Unanswered ? answer : answer.got)} to a Cookie header of ${cookie.length} characters${arrived}`,
      why: 'People whose session is long (a long token of the platform) get an error page everywhere, until they clear their cookies.',
      fix: {
        nginx:
          'large_client_header_buffers 4 16k;  # in the http block, or in the default server of the port',
        Apache: 'LimitRequestFieldSize 16380',
      },
    }),
  ]
}

const lostHeaders = (lost: [name: string, value: string][], arrived: Record<string, string | undefined>) =>
  fault('lost-headers', 'The proxy drops headers of requests', {
    seen: lost.map(([name, value]) => `${name}: ${arrived[name] ?? 'gone'}, sent ${value}`).join('; '),
    why: 'The console goes by them to know who is signed in, to tell its own pages from other sites, to keep stale tabs from writing, to do once what comes twice, and to answer a part of a page where a whole one would load it anew.',
    fix: {
      nginx: `remove: ${lost.map(([name]) => `proxy_set_header ${name} …;`).join(' ')}`,
      Apache: 'remove the RequestHeader lines for them',
    },
  })

/** The answer to a sign-in carries the whole session's cookie. */
export async function lookAtAnswerHeaders(place: Deployment): Promise<Finding[]> {
  const answer = await attempt(place.look(`/cookie?size=${longestCookie}`))
  const whole =
    !(answer instanceof Unanswered) &&
    headersOf(answer.got, 'set-cookie').some((cookie) => cookie.startsWith(`doctor=${'x'.repeat(4000)}`))
  if (whole) return [ok('long-set-cookie', 'A long Set-Cookie')]
  return [
    fault('long-set-cookie', 'A long session cookie does not come back from the console', {
      seen: `${got(answer instanceof Unanswered ? answer : answer.got)} to an answer with a cookie of ${longestCookie} characters`,
      why: 'People whose session is long (a long token of the platform) cannot sign in: the proxy shows an error page.',
      fix: {
        nginx: 'proxy_buffer_size 16k; proxy_buffers 8 16k;',
        Apache: 'ProxyPass … responsefieldsize=16384',
      },
    }),
  ]
}

/** Pictures of 5 MB have to arrive whole. */
export async function lookAtUpload(place: Deployment): Promise<Finding[]> {
  const body = randomBytes(largestBody)
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await attempt(place.look('', { method: 'POST', body, headers, patience: 60_000 }))
  const arrived = answer instanceof Unanswered ? undefined : answer.report?.body
  if (arrived?.sha256 === createHash('sha256').update(body).digest('hex')) {
    return [ok('body-limit', 'Uploads of 5.5 MB')]
  }
  return [
    fault('body-limit', 'A picture of 5 MB does not reach the console', {
      seen:
        arrived === undefined
          ? `${got(answer instanceof Unanswered ? answer : answer.got)} to ${largestBody} bytes`
          : `${arrived.bytes} of ${largestBody} bytes arrived`,
      why: 'The console lets people choose pictures up to 5 MB, and their upload fails.',
      fix: {
        nginx: 'client_max_body_size 17m;',
        Apache: 'LimitRequestBody 0  # and the rule on Content-Length in docs/proxy/apache.conf',
        Caddy: 'remove: request_body; see docs/proxy/Caddyfile',
      },
    }),
  ]
}

/** Whether the proxy waits at least as long as the console, which answers by itself in the end. */
export async function lookAtPatience(place: Deployment, { timeout }: ProbeReport): Promise<Finding[]> {
  const needed = Math.min(timeout + margin, longestHold)
  const answer = await attempt(place.look(`/hold?size=${needed}`, { patience: needed + 5000 }))
  if (!(answer instanceof Unanswered) && answer.got.status === 200) {
    return [ok('read-timeout', `Answers that take ${needed / 1000} s`)]
  }
  const seconds = Math.ceil(timeout / 1000) + 5
  return [
    fault('read-timeout', 'The proxy gives up before the console does', {
      seen: `${got(answer instanceof Unanswered ? answer : answer.got)} to an answer that takes ${needed / 1000} s; the console waits ${timeout / 1000} s for the platform`,
      why: 'On a slow day people get the proxy’s error page, and do not know whether what they sent was stored; the console would have said so.',
      fix: {
        nginx: `proxy_read_timeout ${seconds}s;`,
        Apache: `ProxyTimeout ${seconds}`,
        Caddy: `transport http { response_header_timeout ${seconds}s }`,
      },
    }),
  ]
}

/** Whether answers pass as they come. */
export async function lookAtStreaming(place: Deployment): Promise<Finding[]> {
  const { got: answer } = await place.look('/stream')
  if (answer.spread > 400) return [ok('buffering', 'Answers pass as they come')]
  return [
    advice('buffering', 'The proxy keeps answers back until they are whole', {
      seen: 'two lines, sent 1.5 s apart, arrived together',
      why: 'Pages show nothing while their slowest part is read, though the rest could be seen.',
      fix: {
        nginx: 'proxy_buffering off;',
        Apache: 'ProxyPass … flushpackets=on',
        Caddy: 'flush_interval -1',
      },
    }),
  ]
}

/** Whether the request for a WebSocket arrives as one: without a session the console refuses it in no words, and a plain call in an envelope. */
export async function lookAtSockets(place: Deployment, { origins }: ProbeReport): Promise<Finding[]> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    origin: origins[0] ?? place.url.origin,
  }
  const answer = await attempt(place.ask('/api/doctor/socket', { headers }))
  const isRefused = !(answer instanceof Unanswered) && [401, 403].includes(answer.status)
  if (isRefused && answer.body.length === 0) return [ok('websocket', 'WebSockets of sub-applications')]
  if (!(answer instanceof Unanswered) && answer.status === 429)
    throw new Error('too many calls at once; try again')
  return [
    advice('websocket', 'WebSockets of sub-applications do not reach the console', {
      seen: `${got(answer)} to the request for one at /api/…`,
      why: 'Sub-applications that keep one open get no news by it; the others miss nothing.',
      fix: {
        nginx:
          'proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade;  # for /api/, see docs/proxy/nginx.conf',
        Apache: 'BalancerMember … upgrade=websocket  # or ProxyPass … upgrade=websocket',
        Caddy: 'remove what refuses the header Upgrade at /api/*',
      },
    }),
  ]
}

/** The proxy's own answers beside the console's. */
export async function lookAtMethods(place: Deployment): Promise<Finding[]> {
  const answer = await attempt(
    place.ask('/login', { method: 'TRACE', headers: { 'x-doctor-marker': 'echo' } }),
  )
  const echoed = !(answer instanceof Unanswered) && answer.body.includes('x-doctor-marker')
  if (!echoed) return [ok('trace', 'TRACE is refused')]
  return [
    fault('trace', 'TRACE is answered', {
      seen: 'the request came back as it was sent',
      why: 'It shows scripts the cookies that are closed to them.',
      fix: { Apache: 'TraceEnable off' },
    }),
  ]
}
