import type { Answer } from './wire'
import { headersOf } from './wire'

/** What no answer may show, however it was provoked. */
export interface Hidden {
  /** The console's own address: the only one that an answer may lead to. */
  origin: string
  /** Tokens, seals' secrets, client credentials. */
  secrets: readonly string[]
  /** Addresses and folders that exist inside only. */
  places: readonly string[]
}

export interface Allowed {
  /** The answer may set a session: it is a sign-in, or enters a system. */
  session?: boolean
  /** A fault of somebody else's server that the case provokes; never 500. */
  faults?: readonly number[]
  /** The page comes from a console without middleware, which sets the policy. */
  unguarded?: boolean
}

const traces =
  /\n\s+at .{1,200}:\d+:\d+\)?|node:internal|node_modules\/|\.next\/server|file:\/\/\/|digest.{0,9}stack/
const sealed = /Fe26\.2\*/
const revealing = [
  ...['x-powered-by', 'server', 'x-middleware-rewrite', 'x-middleware-next', 'x-middleware-override-headers'],
]
const cleared =
  /^(access_token|systemId|orgId|orgCode)=; Path=\/; (HttpOnly; )?SameSite=Lax(; Secure)?; Max-Age=0$/
const given =
  /^(access_token=Fe26\.2\*[^;]+; Path=\/; HttpOnly; SameSite=Lax|(systemId|orgId|orgCode)=[^;]*; Path=\/; SameSite=Lax)$/

/** Everything that is wrong with an answer whatever the question was; an empty list for a clean one. */
export function faultsOf(answer: Answer, hidden: Hidden, allowed: Allowed = {}): string[] {
  const { status, headers, text } = answer
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  const others = lines.filter((line) => !line.startsWith('set-cookie:'))
  const everything = `${others.join('\n')}\n\n${text}`
  const cookies = headersOf(answer, 'set-cookie')
  const faults = [
    !(status >= 200 && status < 500) && !allowed.faults?.includes(status) && `status ${status}`,
    ...revealing.map((name) => headersOf(answer, name).length > 0 && `header ${name}`),
    headers.some(([name]) => name.startsWith('access-control-allow')) && 'CORS is answered',
    ...[traces, sealed].map((pattern) => pattern.exec(everything)?.[0]),
    hidden.secrets.some((secret) => `${lines.join('\n')}\n\n${text}`.includes(secret)) && 'a secret',
    ...hidden.places.filter((place) => everything.includes(place)),
    ...headersOf(answer, 'location').filter((to) => !staysAt(to, hidden.origin)),
    ...cookies.filter((cookie) => !cleared.test(cookie) && !(allowed.session && given.test(cookie))),
    // What Node itself refuses, before Next has seen it, has no body and no headers of ours.
    hasBody(answer) && headersOf(answer, 'content-type').length !== 1 && 'a body without a type',
    isOurs(answer) && headersOf(answer, 'x-content-type-options').join() !== 'nosniff' && 'no nosniff',
    isPage(answer) && !hasPolicy(answer) && !allowed.unguarded && 'a page without a policy',
  ]
  return faults.filter((fault) => typeof fault === 'string')
}

const staysAt = (to: string, origin: string) =>
  URL.canParse(to, origin) && new URL(to, origin).origin === origin

/** The text of a redirect only says again where it leads. */
const hasBody = (answer: Answer) => answer.text !== '' && !headersOf(answer, 'location').includes(answer.text)
const isOurs = (answer: Answer) => hasBody(answer) && answer.headers.some(([name]) => name === 'date')
const isPage = (answer: Answer) => headersOf(answer, 'content-type').some((type) => /html/i.test(type))
const hasPolicy = (answer: Answer) =>
  headersOf(answer, 'content-security-policy').some((policy) => policy.includes("frame-ancestors 'none'"))
