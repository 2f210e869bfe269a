import * as z from 'zod/mini'

/** IP addresses and networks, for both programs: whose word about an address is believed, and who counts as one. */

const ipv4 = z.ipv4()
const ipv6 = z.ipv6()
const wholeNumber = /^\d{1,3}$/

export const loopbackNetworks = ['127.0.0.0/8', '::1'] as const

/** Whether a host, by its name or its address (in a URL's brackets or without), is this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || isInLoopback(bareHost({ hostname: host }))
}

/**
 * The address in what a proxy or a socket tells, or nothing where that is none: some write the port behind it, IPv4 may be
 * written as IPv6, and a link's own addresses name the interface.
 */
export function plainAddress(told: string): string | undefined {
  const address = told
    .trim()
    .replace(/^\[(.+)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '')
  return familyOf(address) === undefined ? undefined : address
}

/** What a setting needs whose entries are such. */
export const networksNeeded =
  'must be addresses or networks separated by commas, such as 10.0.0.5, 10.1.0.0/16'

/** Whether the entry is an address, or a network such as 10.1.0.0/16. */
export function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const family = familyOf(address)
  if (family === undefined || rest.length > 0) return false
  return bits === undefined || (wholeNumber.test(bits) && Number(bits) <= longest[family])
}

/** Says whether an address lies in one of these networks; what is no address lies in none. */
export function networksOf(entries: readonly string[]): (address: string) => boolean {
  const networks = entries.map((entry) => {
    const [address = '', bits] = entry.split('/')
    const free = bits === undefined ? 0 : longest[familyOf(address) ?? 6] - Number(bits)
    return { free: BigInt(free), bits: bitsOf(address) >> BigInt(free) }
  })
  return (address) => {
    if (familyOf(address) === undefined) return false
    const bits = bitsOf(address)
    return networks.some((network) => bits >> network.free === network.bits)
  }
}

/**
 * Whoever has one IPv6 address has a whole /64 of them: that network, or the address of another kind, also where it is written as
 * IPv6, by a translator (RFC 6052) say.
 */
export function networkOf(address: string): string {
  if (familyOf(address) !== 6 || isWrittenIpv4(address)) return address
  const groups = groupsOf(address).slice(0, 4)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}

const longest = { 4: 32, 6: 128 } as const

function familyOf(address: string): keyof typeof longest | undefined {
  if (z.safeParse(ipv4, address).success) return 4
  return z.safeParse(ipv6, address).success ? 6 : undefined
}

/** The 128 bits of an address; IPv4 has the last 32, behind those that IPv6 puts before it (`::ffff:1.2.3.4`). */
function bitsOf(address: string): bigint {
  const groups = groupsOf(familyOf(address) === 4 ? `::ffff:${address}` : address)
  return groups.reduce((bits, group) => (bits << 16n) | BigInt(group), 0n)
}

/** The eight groups of an IPv6 address. A URL writes each in hexadecimal, also what stood there as IPv4. */
function groupsOf(address: string): number[] {
  const halves = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [before = [], after = []] = halves.map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16))
}

const isInLoopback = networksOf(loopbackNetworks)
const isWrittenIpv4 = networksOf(['::ffff:0:0/96', '64:ff9b::/96'])

/** An address's host as Node looks it up: that of IPv6 without its brackets. */
export function bareHost({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.replace(/^\[|\]$/g, '')
}
