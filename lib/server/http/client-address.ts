import 'server-only'
import { networksOf, plainAddress } from '#contracts/network'
import { config } from '#lib/server/config'

/** More proxies than stand before any console. */
const mostHops = 20

/**
 * The address of the person's machine, or nothing where it cannot be known.
 *
 * `x-forwarded-for` ends with the peer's address, which is true (server-hooks); what stands before it is what the peer
 * said, and is believed as long as the peer is one of TRUSTED_PROXIES.
 */
export function clientAddress(headers: Headers): string | undefined {
  // Each is looked at when it is its turn: a stranger may name thousands.
  const hops = hopsOf(headers).slice(-mostHops)
  let address = plainAddress(hops.pop() ?? '')
  while (address !== undefined && isTrusted(address)) {
    // What a trusted proxy names is no address: whoever stands before that may have made it up.
    const before = plainAddress(hops.pop() ?? '')
    if (before === undefined) break
    address = before
  }
  return address
}

/** As they are told, the peer's last. */
export function hopsOf(headers: Headers): string[] {
  return (headers.get('x-forwarded-for') ?? '').split(',')
}

let known: { proxies: readonly string[]; include: (address: string) => boolean } | undefined

export function isTrusted(address: string): boolean {
  const proxies = config().trustedProxies
  if (known?.proxies !== proxies) known = { proxies, include: networksOf(proxies) }
  return known.include(address)
}
