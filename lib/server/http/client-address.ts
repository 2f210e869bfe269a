import 'server-only'
import { networksOf, plainAddress } from '#contracts/network'
import { config } from '#lib/server/config'

/**
 * The address of the person's machine, or nothing where it cannot be known.
 *
 * `x-forwarded-for` ends with the peer's address, which is true (server-hooks); what stands before it is what the peer
 * said, and is believed as long as the peer is one of TRUSTED_PROXIES.
 */
export function clientAddress(headers: Headers): string | undefined {
  const hops = (headers.get('x-forwarded-for') ?? '').split(',').map(plainAddress)
  let address = hops.pop()
  while (address !== undefined && isTrusted(address)) {
    // What a trusted proxy names is no address: whoever stands before that may have made it up.
    const before = hops.pop()
    if (before === undefined) break
    address = before
  }
  return address
}

let known: { proxies: readonly string[]; include: (address: string) => boolean } | undefined

export function isTrusted(address: string): boolean {
  const proxies = config().trustedProxies
  if (known?.proxies !== proxies) known = { proxies, include: networksOf(proxies) }
  return known.include(address)
}
