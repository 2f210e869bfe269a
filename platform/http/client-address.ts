import { BlockList, isIP } from 'node:net'

export interface PeerBindings {
  incoming?: { socket: { remoteAddress?: string } }
}

/** Says whose X-Forwarded-For is believed: loopback's and that of `trusted`, addresses or CIDR ranges. */
export function trustedPeers(trusted: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  list.addSubnet('127.0.0.0', 8, 'ipv4')
  list.addAddress('::1', 'ipv6')
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** The person's address: the forwarded one when it is a single address from a trusted peer, else the peer's. */
export function clientAddress(
  peer: string | undefined,
  forwarded: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  const address = plain(peer ?? '127.0.0.1')
  const claimed = plain(forwarded?.trim() ?? '')
  return isIP(claimed) !== 0 && isIP(address) !== 0 && isTrusted(address) ? claimed : address
}

/** IPv4 that arrives on an IPv6 socket is written `::ffff:1.2.3.4`. */
function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address
}
