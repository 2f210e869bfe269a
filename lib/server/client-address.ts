import 'server-only'
import { BlockList, isIP } from 'node:net'
import { config } from './config'

/**
 * The address of the person's machine, or nothing where it cannot be known.
 *
 * Next appends the peer's address to `x-forwarded-for`, so that the last entry is true and those before it are what the
 * peer said; they are believed as long as the peer is one of TRUSTED_PROXIES.
 */
export function clientAddress(headers: Headers): string | undefined {
  const hops = (headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((part) => part.trim().replace(/^::ffff:/i, ''))
    .filter((part) => isIP(part) !== 0)
  while (hops.length > 1 && isTrusted(hops.at(-1) ?? '')) hops.pop()
  return hops.at(-1)
}

let trusted: BlockList | undefined

function isTrusted(address: string): boolean {
  trusted ??= blockList(config().trustedProxies)
  return trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** @param entries addresses, or networks such as 10.0.0.0/8 */
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
