import { isIPv4, isIPv6 } from 'node:net'
import { GivenFault } from './fault.mjs'

/** Whether a host is this machine: the rule of lib/contracts/network, before any package is there. */
export const isLoopback = (host) =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
const segment = /^(?!\.+$)[A-Za-z0-9._~-]+$/

/** What Next, and browsers of a console at the root, know as files and calls. */
const ownSegments = new Set(['_next', 'api'])

/** BASE_PATH. Part of every address from the build on, so that it is written in one way only. */
export function basePathOf(given) {
  if (given === '') return ''
  const segments = given.trim().split('/').filter(Boolean)
  const right = segments.length > 0 && segments.every((part) => segment.test(part))
  const path = `/${segments.join('/')}`
  if (ownSegments.has(segments[0])) {
    throw new GivenFault(
      `BASE_PATH=${given} is where the console has files or calls of its own. Set it to a path such as /console, that begins with another name than ${[...ownSegments].join(' and ')}.`,
    )
  }
  if (right && path === given) return given
  const fix = right
    ? `Set BASE_PATH=${path}`
    : 'Set it to a path such as /console, of letters, digits, hyphens and dots, or leave it empty for none'
  throw new GivenFault(
    `BASE_PATH=${given} is no sub-path: it begins with a slash, does not end in one, and holds no blank. ${fix}.`,
  )
}

/** PUBLIC_ORIGIN: the addresses that people type, as browsers tell them: scheme, name and port, no path. */
export function originsOf(given) {
  const urls = given.split(',').map((part) => originOf(part.trim()))
  const isSecure = urls.some((url) => url.protocol === 'https:')
  // With an https address cookies are Secure; over http browsers take those from their own machine only.
  const plain = urls.find((url) => url.protocol === 'http:' && !isLoopback(bareHost(url)))
  if (isSecure && plain) {
    throw new GivenFault(
      `PUBLIC_ORIGIN=${given} mixes https and http: nobody could sign in at ${plain.origin}. Name addresses of one scheme only, and let the proxy redirect the others.`,
    )
  }
  return [...new Set(urls.map((url) => url.origin))].join(',')
}

const everywhere = new Set(['0.0.0.0', '::'])

/** Whether this address to listen at is every one of the machine's. */
export const isEverywhere = (host) => everywhere.has(host)

/** Where this machine reaches what listens there, as it stands in a URL. */
export function reachedAt(host) {
  if (isEverywhere(host)) return '127.0.0.1'
  return isIPv6(host) ? `[${host}]` : host
}

/** An address or a name alone, without a port, that a URL takes (none takes an IPv6 address with a zone). */
export const isHost = (host) =>
  (isIPv6(host) || !/[\s:/?#@%[\]\\]/.test(host)) && URL.canParse(`http://${reachedAt(host)}`)

/** The name or address in a URL; IPv6 without its brackets. */
export const bareHost = ({ hostname }) => hostname.replace(/^\[|\]$/g, '')

const label = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?'
const machineName = new RegExp(`^${label}(?:\\.${label})*$`)

/** Whether a browser may say that it comes from there: no pattern, no place to listen at, no number that is an address by luck alone. */
function isTypable(url, given) {
  const host = bareHost(url)
  if (isEverywhere(host) || url.port === '0') return false
  return isIPv6(host) || (isIPv4(host) ? given.includes(host) : machineName.test(host))
}

function originOf(address) {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new GivenFault(
      `PUBLIC_ORIGIN=${address} is no address. Set it to what people type, such as https://console.example.com`,
    )
  }
  if (!isTypable(url, address)) {
    throw new GivenFault(
      `PUBLIC_ORIGIN=${address} is nowhere that a browser can come from. Set it to what people type, such as https://console.example.com`,
    )
  }
  if (url.href === `${url.origin}/`) return url
  if (url.username || url.password) {
    throw new GivenFault(`PUBLIC_ORIGIN has more than scheme, name and port. Set PUBLIC_ORIGIN=${url.origin}`)
  }
  const path = url.pathname.replace(/\/+$/, '')
  throw new GivenFault(
    `PUBLIC_ORIGIN=${address} has a path, which it must not. Set PUBLIC_ORIGIN=${url.origin}${path && ` and BASE_PATH=${path}`}`,
  )
}
