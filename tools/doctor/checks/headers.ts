import type { ProbeReport } from '#lib/probe-report'
import { type Got, headerOf, headersOf, words } from '../ask.ts'
import { advice, type Finding, fault, ok } from '../finding.ts'

/** Security headers of every answer, which next.config.ts sets. */
const ofEvery = [
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'x-frame-options',
]
const policyName = 'content-security-policy'

/** Calls reach the console, and its pages do not. */
export const noPages = (page: Got) =>
  fault('pages', 'The console’s pages do not arrive', {
    seen: `${words(page)} to /login, though calls below /api arrive`,
    why: 'Nobody gets in.',
    fix: { nginx: 'location / { proxy_pass http://HOST:PORT; }  # everything, not /api/ alone' },
  })

/**
 * Whether a page's Content-Security-Policy arrives as it was sent, once, with a nonce of its own.
 * @param pages two answers to the same request for the sign-in page
 */
export function judgePolicy([page, again]: [Got, Got], { policy }: ProbeReport): Finding[] {
  const policies = headersOf(page, policyName)
  const [arrived = ''] = policies
  if (policies.length !== 1) return [policies.length === 0 ? noPolicy() : twoPolicies(policies)]
  const nonce = nonceIn(arrived)
  if (arrived !== policy.replaceAll('NONCE', nonce ?? '')) return [otherPolicy(arrived, policy)]
  return [
    ok('csp', 'Content-Security-Policy'),
    isStored(page) || isStored(again) || nonce === nonceIn(headerOf(again, policyName))
      ? stored(page, again)
      : ok('cached', 'No answer of a page comes from a store'),
  ]
}

const nonceIn = (policy = '') => /'nonce-([^']+)'/.exec(policy)?.[1]
const isStored = (got: Got) =>
  Number(headerOf(got, 'age') ?? 0) > 0 || /\bhit\b/i.test(headerOf(got, 'x-cache') ?? '')

const policyFix = {
  nginx: 'remove: proxy_hide_header Content-Security-Policy; and: add_header Content-Security-Policy …;',
  Apache: 'remove: Header set / unset Content-Security-Policy',
  Caddy: 'remove: header Content-Security-Policy … and: header_down -Content-Security-Policy',
}

const noPolicy = () =>
  fault('csp', 'The Content-Security-Policy of pages does not arrive', {
    seen: 'no such header on /login, and the console sends one',
    why: 'A script that somebody smuggles into a page would run with the rights of the person who sees it.',
    fix: policyFix,
  })

const twoPolicies = (policies: string[]) =>
  fault('csp', 'The proxy adds a Content-Security-Policy of its own', {
    seen: `${policies.length} of them on /login: ${policies.map((policy) => policy.slice(0, 60)).join(' … | ')} …`,
    why: 'Browsers keep to both, so that what the stricter one leaves out (the console’s scripts bear a nonce) is blocked.',
    fix: policyFix,
  })

const otherPolicy = (arrived: string, sent: string) =>
  fault('csp', 'The proxy changes the Content-Security-Policy', {
    seen: `${arrived.slice(0, 100)} … instead of ${sent.slice(0, 100)} …`,
    why: 'The console’s scripts bear a nonce that only its own policy names: pages stay blank, or any script runs.',
    fix: policyFix,
  })

function stored(page: Got, again: Got): Finding {
  const marks = ['age', 'x-cache', 'x-cache-status'].flatMap((name) =>
    [page, again].flatMap((got) => headersOf(got, name).map((value) => `${name}: ${value}`)),
  )
  return fault('cached', 'The proxy stores pages', {
    seen: `two answers of /login are the same one${marks.length > 0 ? ` (${marks.join(', ')})` : ''}, though it says Cache-Control: no-store`,
    why: 'One person gets the page, and the cookie, that was made for another.',
    fix: {
      nginx: 'proxy_cache off;  # or remove: proxy_ignore_headers Cache-Control Set-Cookie;',
      Apache: 'CacheDisable /',
    },
  })
}

/**
 * Whether the other headers of answers arrive as they were sent.
 * @param page the sign-in page, and `own` the same without the proxy, where it could be had
 * @param call an answer of the doctor's route, and `sent` the headers that it was sent with
 */
export function judgeHeaders(
  page: Got,
  own: Got | undefined,
  call: Got,
  sent: ProbeReport['sent'],
): Finding[] {
  const expected: [Got, string, string | undefined][] = [
    ...[...ofEvery, ...(own ? ['cache-control'] : [])].map((name): [Got, string, string | undefined] => [
      page,
      name,
      own && headerOf(own, name),
    ]),
    ...sent
      // `Vary` is a list that everybody on the way may add to; cookies are looked at by themselves.
      .filter(([name]) => name !== 'vary' && name !== 'set-cookie')
      .map(([name, value]): [Got, string, string] => [call, name, value]),
  ]
  const wrong = expected.flatMap(([got, name, value]) => differences(got, name, value))
  if (wrong.length === 0) return [ok('answer-headers', 'Security headers')]
  const isHarmless = wrong.every(({ doubled }) => doubled)
  return [
    (isHarmless ? advice : fault)('answer-headers', 'The proxy changes headers of answers', {
      seen: [...new Set(wrong.map(({ text }) => text))].join('; '),
      why: isHarmless
        ? 'Set twice alike they mostly mean the same; some browsers ignore one that is doubled.'
        : 'They keep pages out of frames and stores, and addresses from other sites.',
      fix: {
        nginx: `remove: ${[...new Set(wrong.flatMap(({ name }) => [`proxy_hide_header ${name};`, `add_header ${name} …;`]))].join(' ')}`,
        Apache: 'remove the Header lines for them',
        Caddy: 'remove the header lines for them',
      },
    }),
  ]
}

function differences(got: Got, name: string, value: string | undefined) {
  const values = headersOf(got, name)
  const [first] = values
  const asSent = first !== undefined && (value === undefined || values.every((one) => one === value))
  if (asSent && values.length === 1) return []
  const text =
    first === undefined
      ? `${name} is gone`
      : `${name}: ${values.join(' and ')}${value ? `, sent ${value}` : ''}`
  return [{ name, text, doubled: asSent }]
}

/**
 * Whether cookies arrive as they are set.
 * @param answers of a page and of a call, which both clear the session's cookie
 */
export function judgeCookies(answers: Got[], { sent }: ProbeReport): Finding[] {
  const cookie = sent.find(([name]) => name === 'set-cookie')?.[1] ?? ''
  const name = cookie.split('=')[0] ?? ''
  for (const got of answers) {
    const arrived = headersOf(got, 'set-cookie')
    if (arrived.includes(cookie)) continue
    const changed = arrived.find((one) => one.startsWith(`${name}=`))
    return [changed === undefined ? lostCookie(cookie) : changedCookie(changed, cookie)]
  }
  return [ok('set-cookie', 'Set-Cookie')]
}

const cookieFix = {
  nginx: 'remove: proxy_cookie_path, proxy_cookie_domain, proxy_cookie_flags, proxy_hide_header Set-Cookie',
  Apache: 'remove: ProxyPassReverseCookiePath, ProxyPassReverseCookieDomain, Header edit Set-Cookie',
}

const lostCookie = (cookie: string) =>
  fault('set-cookie', 'Cookies do not arrive', {
    seen: `sent: ${cookie}; nothing of that name arrived`,
    why: 'Signing in leads back to the sign-in page.',
    fix: cookieFix,
  })

function changedCookie(changed: string, cookie: string): Finding {
  const parts = (text: string) => text.split(';').map((part) => part.trim())
  const lost = parts(cookie).filter((part) => !parts(changed).includes(part))
  const added = parts(changed).filter((part) => !parts(cookie).includes(part))
  return fault('set-cookie', 'The proxy changes cookies', {
    seen: [lost.length && `lost: ${lost.join('; ')}`, added.length && `added: ${added.join('; ')}`]
      .filter(Boolean)
      .join(', '),
    why: 'A __Host- cookie with another Path, or without Secure, is refused by browsers; one without HttpOnly or SameSite is open to scripts and other sites.',
    fix: cookieFix,
  })
}
