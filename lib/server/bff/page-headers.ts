import 'server-only'
import { pageHeader } from '#lib/page-headers'

/** Signs of all of them, and how many. */
const longest = 8_192
const most = 40
/** Names that all servers read alike: some take `_` for `-`. */
const plainName = /^[a-z][a-z0-9-]{0,99}$/
const plainValue = /^[\t\x20-\x7e\x80-\xff]*$/
/** What belongs to the connection, the message and the browser, or is the console's to say. */
const ofRequest =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings|expect|host|date|via|max-forwards|cookie2?|set-cookie2?|origin|referer|dnt|user-agent|authorization|locale|business|last-event-id|x-request-id|x-console|x-context|x-page-headers|(?:accept-encoding|content|proxy|sec|access-control|if)(?:-.*)?)$/
/** What servers take a proxy's or a gateway's word for: where a call comes from, what it asks for, over which connection. */
const ofProxy =
  /^(?:forwarded|front-end-https|(?:.*-)?ips?|(?:x-)?(?:remote|ssl|tls|cf|fastly|akamai|cdn|http|method)-.*|x-(?:forwarded|real|original|rewrite|proxy|envoy|amzn?|azure|goog|ms|arr|accel|sendfile|cluster|middleware|nextjs?|invoke|host|port|scheme|ur[il]|path|prefix|server)(?:-.*)?)$/
/** The same of who asks, and with which rights. */
const ofPerson =
  /^(?:(?:.*-)?client-(?:cert|ssl|tls|dn|s-dn|verif|subject|issuer|serial|fingerprint|principal).*|x-auth(?!-token$)(?:-.*)?|x-(?:authenticated|authentik|webauth|consumer|credential|anonymous|jwt)(?:-.*)?|(?:x-)?(?:oidc|from|inner|internal|gateway|login|principal|subject|identity|claims?|roles?|permissions?|impersonate|actor|user(?!-agent$))(?:-.*)?|(?:x-)?user(?:name|id))$/

/**
 * What a page's own headers tell its system (FRAME-4): the key of a write, a tenant, protocols that speak by headers. None says
 * who the person is, or where from and how a call is made: of these the console's word counts.
 */
export function pageHeaders(headers: Headers): Record<string, string> {
  const told = headers.get(pageHeader) ?? ''
  if (told.length > longest) return {}
  return Object.fromEntries([...new URLSearchParams(told)].filter(mayPass).slice(0, most))
}

function mayPass([name, value]: [string, string]): boolean {
  const isOthers = [ofRequest, ofProxy, ofPerson].some((names) => names.test(name))
  return plainName.test(name) && plainValue.test(value) && !isOthers
}
