import { describe, expect, test } from 'vitest'
import { parseAddress } from '#platform/kernel/db/hosts'

describe('the address of a database', () => {
  test('HOLD-1 has one host, and what the driver needs stays as it is', () => {
    const address = 'postgres://atrium:p%2Fw@db.example.com:5433/atrium?sslmode=require'
    expect(parseAddress(address)).toEqual({
      first: address,
      hosts: [],
      name: 'db.example.com:5433/atrium',
    })
    expect(parseAddress('postgresql://postgres:x@%2Fvar%2Frun/atrium').name).toBe('/var/run/atrium')
  })

  test('OPS-7 is known without its password, whatever sign is in that', () => {
    for (const hosts of ['db.example.com', '10.0.0.1,10.0.0.2:5433']) {
      const { first, name } = parseAddress(`postgres://atrium:half@other@${hosts}/atrium`)
      expect(name).toBe(`${hosts}/atrium`)
      expect(new URL(first)).toMatchObject({ password: 'half%40other', hostname: hosts.split(',')[0] })
    }
  })

  test('HOLD-1 has several hosts, each at a port of its own or at 5432', () => {
    const address = 'postgres://atrium:p%2Fw@10.0.0.1,10.0.0.2:5433,[fd00::1]:5434/atrium'
    expect(parseAddress(`${address}?target_session_attrs=read-write&sslmode=require`)).toEqual({
      first: 'postgres://atrium:p%2Fw@10.0.0.1/atrium?sslmode=require',
      hosts: [
        { host: '10.0.0.1', port: 5432 },
        { host: '10.0.0.2', port: 5433 },
        { host: 'fd00::1', port: 5434 },
      ],
      name: '10.0.0.1,10.0.0.2:5433,[fd00::1]:5434/atrium',
    })
  })

  test.each([
    'postgres://u:p@h1,,h2/db',
    'postgres://u:p@h1,h2:port/db',
    'postgres://u:p@h1:99999/db',
    'postgres://u:p/a@h/db#x',
    'postgres://u:12/a@h/db',
    'postgres://u:12?u:p@h/db',
    'postgres://u:p@h1,h2/db?target_session_attrs=standby',
  ])('HOLD-1 is refused without being told where nothing can be reached by it: %s', (address) => {
    expect(() => parseAddress(address)).toThrow(/must be/)
    expect(() => parseAddress(address)).not.toThrow(/u:p/)
  })

  test.each([
    [
      'schema=x',
      'has ?schema=, which nothing here reads: a schema of its own is ?options=-c%20search_path%3Dx',
    ],
    ['pgbouncer=true', 'has ?pgbouncer=, which nothing here reads: leave it out'],
    [
      'sslmode=require&channel_binding=require',
      'has ?channel_binding=, which nothing here reads: leave it out',
    ],
  ])('OPS-3 names a parameter that would be left out in silence: %s', (query, says) => {
    expect(() => parseAddress(`postgres://u:p@h/db?${query}`)).toThrow(says)
  })

  test('OPS-3 takes what only bounds a connection, which is bounded here anyway', () => {
    const address = 'postgres://u:p@h/db?connect_timeout=10&keepalives_idle=30&options=-c+search_path%3Dx'
    expect(parseAddress(address).first).toBe(address)
  })
})
