import 'server-only'
import { networkInterfaces } from 'node:os'
import { isLoopback, plainAddress } from '#contracts/network'

/** Whether an address is one of this machine's own: whoever comes from there runs here. */
export function isThisMachine(address: string): boolean {
  if (isLoopback(address)) return true
  const own = Object.values(networkInterfaces()).flatMap((interfaces) => interfaces ?? [])
  return own.some((one) => plainAddress(one.address) === address)
}
