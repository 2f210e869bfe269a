import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { parseAddress } from '#platform/kernel/db/hosts'

describe('the address of a database', () => {
  test('HOLD-1 has one host, and what the driver needs stays as it is', () => {
    const address = 'postgres://atrium:p%2Fw@db.example.com:5433/atrium?sslmode=verify-full'
    expect(parseAddress(address)).toEqual({
      first: address,
      binding: undefined,
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
    expect(parseAddress(`${address}?target_session_attrs=read-write&channel_binding=require`)).toEqual({
      first: 'postgres://atrium:p%2Fw@10.0.0.1/atrium',
      binding: 'require',
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
    ['sslmode=verify_full', 'has ?sslmode=verify_full, which must be one of disable, '],
    ['sslmode=allow', 'has ?sslmode=allow, which must be one of disable, '],
    ['ssl=maybe', 'has ?ssl=maybe, which must be one of true, '],
    ['channel_binding=yes', 'has ?channel_binding=yes, which must be one of disable, prefer, require'],
    ['port=99999', 'has ?port=99999, which must be a number from 1 to 65535'],
    ['lock_timeout=5s', 'has ?lock_timeout=5s, which must be a number of milliseconds'],
  ])(
    'OPS-3 names a parameter that would be left out in silence, or whose value the driver takes for another: %s',
    (query, says) => {
      expect(() => parseAddress(`postgres://u:p@h/db?${query}`)).toThrow(says)
    },
  )

  test.each([
    ['sslmode=require', 'sslmode=verify-full'],
    ['sslmode=require&uselibpqcompat=true', 'sslmode=require&uselibpqcompat=true'],
    ['sslrootcert=system', 'sslmode=verify-full'],
    ['ssl=false', 'ssl=0'],
    ['channel_binding=disable&sslmode=no-verify', 'sslmode=no-verify'],
    ['channel_binding=prefer&lock_timeout=5', 'lock_timeout=5'],
  ])('OPS-3 says in the driver’s words what libpq calls %s', (query, driver) => {
    expect(parseAddress(`postgres://u:p@h/db?${query}`).first).toBe(`postgres://u:p@h/db?${driver}`)
  })

  test('OPS-3 has the folder of a socket where libpq takes it, and a password as it was typed', () => {
    const { first, name } = parseAddress('postgres://u:a%b c%40@/db?host=/run/sql ')
    expect(name).toBe('/run/sql/db')
    expect(new Client({ connectionString: first })).toMatchObject({
      host: '/run/sql',
      database: 'db',
      password: 'a%b c@',
    })
  })

  test('OPS-3 takes what only bounds a connection, which is bounded here anyway', () => {
    const address = 'postgres://u:p@h/db?connect_timeout=10&keepalives_idle=30&options=-c+search_path%3Dx'
    expect(parseAddress(address).first).toBe(address)
  })
})
