import 'server-only'
import { BlockList, isIP } from 'node:net'
import { config } from './config'

/**
 * The address of the person's machine, or nothing where it cannot be known.
 *
 * `x-forwarded-for` ends with the peer's address, which is true (request-watch); what stands before it is what the peer
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

/** Some proxies write the port behind the address, and IPv4 may be written as IPv6. Nothing for what is no address. */
export function plainAddress(hop: string): string | undefined {
  const address = hop
    .trim()
    .replace(/^\[(.+)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? undefined : address
}

let trusted: BlockList | undefined

export function isTrusted(address: string): boolean {
  trusted ??= blockList(config().trustedProxies)
  return trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** @param entries addresses, or networks such as 10.0.0.0/8 (checked by `config`) */
function blockList(entries: string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}
