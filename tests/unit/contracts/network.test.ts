import { BlockList, isIP } from 'node:net'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareHost, isLoopback, isNetwork, networkOf, networksOf, plainAddress } from '#contracts/network'
import * as before from '../../../scripts/lib/outer-address.mjs'

const address = fc.oneof(fc.ipV4(), fc.ipV6())
const network = address.chain((start) =>
  fc.integer({ min: 0, max: isIP(start) === 6 ? 128 : 32 }).map((bits) => ({ start, bits })),
)
const kindOf = (text: string) => (isIP(text) === 6 ? 'ipv6' : 'ipv4')

test('LLOG-1 an address lies in a network exactly where Node says so', () => {
  fc.assert(
    fc.property(network, address, ({ start, bits }, other) => {
      const list = new BlockList()
      list.addSubnet(start, bits, kindOf(start))
      const isIn = networksOf([`${start}/${bits}`])
      expect(isIn(start)).toBe(true)
      expect(isIn(other)).toBe(list.check(other, kindOf(other)))
    }),
    { numRuns: 1000 },
  )
})

test('LLOG-1 neighbours at the edge of a network are told apart', () => {
  const isIn = networksOf(['10.1.0.0/16', '192.0.2.7', '2001:db8:1::/48'])
  expect(['10.1.255.255', '192.0.2.7', '2001:db8:1:ffff::', '::ffff:10.1.2.3'].filter(isIn)).toHaveLength(4)
  expect(['10.2.0.0', '192.0.2.8', '2001:db8:2::', 'unknown', ''].filter(isIn)).toEqual([])
})

test('LLOG-1 what proxies and sockets write is understood, and nothing else', () => {
  const told = [' 192.0.2.7 ', '192.0.2.7:443', '::ffff:192.0.2.7', '[2001:db8::7]:443', 'fe80::1%eth0']
  expect(told.map(plainAddress)).toEqual(['192.0.2.7', '192.0.2.7', '192.0.2.7', '2001:db8::7', 'fe80::1'])
  for (const none of ['', 'unknown', '192.0.2', '010.0.0.1', '1::2::3', '192.0.2.7, 192.0.2.8']) {
    expect(plainAddress(none), none).toBeUndefined()
  }
  fc.assert(fc.property(address, (one) => plainAddress(one) !== undefined))
  fc.assert(fc.property(fc.string(), (text) => plainAddress(text) === undefined || /[.:]/.test(text)))
})

test('EDGE-7 networks of a configuration', () => {
  expect(['10.0.0.5', '10.1.0.0/16', '::1', '2001:db8::/32', '0.0.0.0/0'].filter(isNetwork)).toHaveLength(5)
  const wrong = ['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129', '10.0.0', 'proxy', '']
  expect(wrong.filter(isNetwork)).toEqual([])
})

test('LOGIN-8 CALL-5 the addresses of one IPv6 network are one, and each IPv4 address is one', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('2001:DB8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('2001:db8:0:0:a:b:c:d')).toBe(networkOf('2001:db8::1'))
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8::1'))
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  // Each is somebody else's address of IPv4.
  expect(networkOf('64:ff9b::c000:207')).not.toBe(networkOf('64:ff9b::c000:208'))
  expect(networkOf('::ffff:c000:207')).not.toBe(networkOf('::ffff:c000:208'))
  expect(networkOf('64:ff9b:1::1')).toBe('64:ff9b:1:0::/64')
  expect(networkOf('unknown')).toBe('unknown')
})

test('LOGIN-5 a host of this machine', () => {
  expect(['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'].filter(isLoopback)).toHaveLength(5)
  expect(['0.0.0.0', '::', 'console.example.com', '10.0.0.1', '127.example.com'].filter(isLoopback)).toEqual(
    [],
  )
})

test('what starts the programs and the programs themselves know the same hosts as this machine', () => {
  const urls = [
    '127.0.0.1',
    '127.9.9.9',
    'localhost',
    '[::1]',
    '10.0.0.1',
    '127.example.com',
    '[::2]',
    '128.0.0.1',
  ]
  for (const host of urls.map((name) => new URL(`http://${name}:3000`))) {
    expect(before.bareHost(host)).toBe(bareHost(host))
    expect(before.isLoopback(before.bareHost(host)), host.host).toBe(isLoopback(host.hostname))
  }
})
