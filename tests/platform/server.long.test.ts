import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { ownCertificate } from '../own-certificate.ts'
import { databaseUrl } from './databases.ts'
import { basic, client, onServer } from './harness.ts'
import { signIn, startProgram } from './program.ts'

const name = `atrium_test_${randomBytes(6).toString('hex')}`

beforeAll(() => onServer(`create database ${name}`))
afterAll(() => onServer(`drop database if exists ${name} with (force)`))

const start = (env: Record<string, string>) =>
  startProgram({ DATABASE_URL: databaseUrl(inject('testServer'), name), ...env })

describe('the program', () => {
  test('LOGIN-5 processes that start together fill an empty database once, and each answers sign-in', async () => {
    const env = { DEMO: '1', CAPTCHA_FIXED: '1234' }
    const both = await Promise.all([start(env), start(env)])
    for (const { address } of both) {
      expect(await signIn(address, 'operator', 'Atrium2026')).toMatchObject({ code: 0 })
    }
    const output = both.map((one) => one.output()).join('')
    expect(output.match(/demo data made/g)).toHaveLength(1)
    expect(output).toContain('every captcha has the same answer')
    for (const line of output.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
  })

  test('OPS-11 CALL-3 a signal ends it in order, with exit code 0', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { child, address, exit } = await start({ DEMO: '1' })
      expect((await fetch(`${address}/none`)).status).toBe(404)
      child.kill(signal)
      expect(await exit).toBe(0)
    }
  })

  test('OPS-4 a health check over HTTP/1.0, which names no host, is answered', async () => {
    const { address } = await start({ DEMO: '1' })
    const { hostname, port } = new URL(address ?? '')
    for (const path of ['/healthz', '/readyz']) {
      const checker = connect(Number(port), hostname)
      checker.write(`GET ${path} HTTP/1.0\r\n\r\n`)
      expect(await text(checker)).toMatch(/^HTTP\/1\.1 200 /)
    }
  })

  test('OPS-11 CALL-3 a signal ends it within seconds, also under a call that never ends', async () => {
    const { child, address, exit } = await start({ DEMO: '1' })
    const { hostname, port } = new URL(address ?? '')
    const caller = connect(Number(port), hostname).on('error', () => {})
    const head = ['POST /authorization/oauth/token HTTP/1.1', 'Host: x', `Authorization: ${basic}`]
    const body = ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 9']
    caller.write([...head, ...body, '', ''].join('\r\n'))
    expect((await fetch(`${address}/none`)).status).toBe(404)
    const since = performance.now()
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
    expect(performance.now() - since).toBeLessThan(5_000)
  })

  test('OPS-11 the console’s secret is changed while it runs, and no call is refused; what is wrong stays as it was', async () => {
    const { child, address, output } = await start({})
    const asked = async (secret: string) => {
      const authorization = `Basic ${Buffer.from(`${client.id}:${secret}`).toString('base64')}`
      const answer = await fetch(`${address}/authorization/captcha?key=1234567890`, {
        headers: { authorization },
      })
      return answer.status
    }
    const tell = async (reload: Record<string, string | null>, until: string) => {
      const times = output().split(until).length
      child.send({ reload, asked: 1 })
      await vi.waitFor(() => expect(output().split(until)).toHaveLength(times + 1), { timeout: 60_000 })
    }
    expect([await asked(client.secret), await asked('the-next')]).toEqual([200, 401])
    await tell({ PLATFORM_CLIENT_SECRET: `the-next,${client.secret}` }, 'settings reloaded')
    expect([await asked(client.secret), await asked('the-next')]).toEqual([200, 200])
    await tell({ PLATFORM_CLIENT_SECRET: 'the-next' }, 'settings reloaded')
    expect([await asked(client.secret), await asked('the-next')]).toEqual([401, 200])
    await tell({ PLATFORM_CLIENT_SECRET: 'another', LOG_LEVEL: 'loud' }, 'settings not reloaded')
    expect([await asked('another'), await asked('the-next')]).toEqual([401, 200])
  })

  test('CALL-3 a port that is taken is named, with the variable to change', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const address = taken.address()
    const port = typeof address === 'object' && address !== null ? String(address.port) : ''
    const { exit, output } = await start({ PLATFORM_PORT: port })
    expect(await exit).toBe(1)
    expect(output()).toContain(`Port ${port} is taken`)
    expect(output()).toContain('PLATFORM_PORT')
    taken.close()
  })

  test('CALL-3 a database that cannot be reached is told with the variable to change', async () => {
    for (const DATABASE_URL of [
      'postgres://x@127.0.0.1:1/x',
      databaseUrl(inject('testServer'), 'not_there'),
    ]) {
      const { exit, output } = await start({ DATABASE_URL })
      expect(await exit).toBe(1)
      expect(output()).toContain('DATABASE_URL cannot be used')
    }
  })

  test('HOLD-9: a database whose name is gone, or whose certificate has expired, is told with what to do', async () => {
    const certificate = ownCertificate(-1)
    const file = join(mkdtempSync(join(tmpdir(), 'atrium-authority-')), 'cert.pem')
    writeFileSync(file, certificate.cert)
    // A server of PostgreSQL as far as it takes: it agrees to TLS, and shows its certificate.
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write('S')
        new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => {})
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    for (const [DATABASE_URL, says] of [
      [
        'postgres://x@database.invalid/x',
        /DATABASE_URL cannot be used \(getaddrinfo (ENOTFOUND|EAI_AGAIN) database\.invalid\): check its address/,
      ],
      [
        `postgres://x@127.0.0.1:${port}/x?sslmode=verify-full&sslrootcert=${file}`,
        /DATABASE_URL cannot be used \(certificate has expired\): renew the certificate/,
      ],
    ] as const) {
      const { exit, output } = await start({ DATABASE_URL })
      expect(await exit).toBe(1)
      expect(output()).toMatch(says)
    }
    server.close()
  })

  test('LOGIN-5 without demo data the first start makes admin with a password that is shown once', async () => {
    await onServer(`drop database ${name} with (force)`, `create database ${name}`)
    const first = await start({})
    const shown = /"firstPassword":"([A-Za-z0-9]{14})"/.exec(first.output())?.[1]
    expect(shown).toBeDefined()
    const second = await start({})
    expect(second.output()).not.toContain('firstPassword')
    await onServer(`drop database ${name} with (force)`, `create database ${name}`)
    const given = await start({ ADMIN_PASSWORD: 'Chosen2026' })
    expect(given.output()).not.toContain('Chosen2026')
    expect(given.output()).not.toContain('firstPassword')
  })
})
