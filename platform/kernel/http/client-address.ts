import { plainAddress } from '#contracts/network'

export interface PeerBindings {
  incoming?: { socket: { remoteAddress?: string } }
}

/** The person's address: the forwarded one when it is a single address from a trusted peer, else the peer's. */
export function clientAddress(
  peer: string | undefined,
  forwarded: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  const address = plainAddress(peer ?? '127.0.0.1') ?? 'unknown'
  return (isTrusted(address) ? plainAddress(forwarded ?? '') : undefined) ?? address
}
