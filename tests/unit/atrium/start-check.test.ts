import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createSecureServer } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ownCertificate } from '../../own-certificate.ts'
import { archive, atriumCommand } from './run-atrium.ts'

const { folder, given, atrium } = atriumCommand()

describe('atrium start --check', () => {
  const common = () =>
    `DATA_DIR=${folder}/data\nPORT=30871\nPLATFORM_PORT=30872\nEMS_PORT=30873\nWMS_PORT=30874\nDEMO=0\n`
  const check = (settings: string) => atrium(['start', '--check'], common() + settings)
  /** While this process answers what it asks. */
  const checkBeside = async (settings: string) => {
    const ran = promisify(execFile)(
      process.execPath,
      [archive, 'start', '--check'],
      given(common() + settings),
    )
    const { stdout, stderr } = await ran.catch((error: { stdout: string; stderr: string }) => error)
    return { words: stdout + stderr }
  }

  test('OPS-3 says what would run, and makes nothing', () => {
    const { status, words } = check('PUBLIC_ORIGIN=https://console.example.com\nBASE_PATH=/a/b\n')
    expect(words).toContain('for people at https://console.example.com/a/b')
    expect(words).toContain(`PostgreSQL in ${folder}/data`)
    expect(words).toContain('Nothing is wrong.')
    expect(words).not.toContain('demo')
    expect(status).toBe(0)
    expect(() => readFileSync(`${folder}/data`)).toThrow('ENOENT')
  })

  test.skipIf(process.platform === 'win32')(
    'OPS-3 OPS-11 a process that may open few files says so, and how many it needs, also where it starts',
    () => {
      const options = { ...given(common()), encoding: 'utf8' as const }
      const limited = (...args: string[]) => {
        const command = ['-c', 'ulimit -n 24; exec "$0" "$@"', process.execPath, archive, ...args]
        const { status, stdout, stderr } = spawnSync('sh', command, options)
        return { status, words: stdout + stderr }
      }
      const few = /✖ This process may have 24 files and connections open at once, and needs 256 or more/
      for (const args of [['start'], ['start', '--check'], ['platform'], ['console']]) {
        const { status, words } = limited(...args)
        expect(words, args.join(' ')).toMatch(few)
        expect(words).not.toMatch(/TypeError|EMFILE/)
        expect(status).toBe(1)
      }
    },
  )

  test('OPS-3 says all that is wrong at once: of both programs, the file, the database', () => {
    const { status, words } = check(
      [
        ...['RATE_LIMIT=many', 'TRUSTED_PROXIES=10.0.0.300', 'LOG_LEVEL=loud', 'DATA_DIRECTORY=/x'],
        ...['PLATFORM_CLIENT_SECRET=new,', 'ADMIN_PASSWORD=short'],
        ...['DATABASE_URL=postgres://u:a-secret@127.0.0.1:9/atrium'],
      ].join('\n'),
    )
    for (const fault of [
      /✖ LOG_LEVEL must be one of/,
      /✖ ADMIN_PASSWORD /,
      /✖ PLATFORM_CLIENT_SECRET has an empty one among several/,
      /✖ RATE_LIMIT must be a number of calls a second/,
      /✖ TRUSTED_PROXIES must be addresses/,
      /✖ DATABASE_URL cannot be used \(connect ECONNREFUSED 127\.0\.0\.1:9\)/,
      /✖ .*atrium\.env sets DATA_DIRECTORY, which nothing here reads/,
    ])
      expect(words).toMatch(fault)
    expect(words).not.toContain('a-secret')
    expect(status).toBe(1)
  })

  test('OPS-3 asks for no room for a database where another server has it', () => {
    const database = 'DATABASE_URL=postgres://u:a-secret@127.0.0.1:9/atrium\n'
    // No file system has less room.
    expect(check(`DATA_DIR=/proc/nowhere\n${database}`).words).not.toContain('MB are free')
  })

  test.each([
    ['DEMO=1\nADMIN_PASSWORD=Valid2026x', /^• ADMIN_PASSWORD is ignored: .*DEMO=0/m],
    [
      'OTEL_SERVICE_NAME=shop',
      /^• Of OpenTelemetry OTEL_SERVICE_NAME is ignored: .*OTEL_EXPORTER_OTLP_ENDPOINT/m,
    ],
    ['METRICS_HOST=10.0.0.7', /^• METRICS_HOST is ignored: .*METRICS_PORT/m],
    ['PUBLIC_ORIGIN=https://a.example\nCAPTCHA_FIXED=1234', /^• CAPTCHA_FIXED is ignored: others can reach/m],
  ])('OPS-3 tells a setting that has no effect, which is no fault: %s', (setting, told) => {
    const { status, words } = check(`${setting}\n`)
    expect(words).toMatch(told)
    expect(words).toContain('Nothing is wrong.')
    expect(status).toBe(0)
    expect(check('').words).not.toContain('is ignored')
  })

  const secrets = `SESSION_SECRET=${'x'.repeat(32)}\nPLATFORM_CLIENT_ID=a\nPLATFORM_CLIENT_SECRET=b\n`
  test.each([
    [
      'DATABASE_URL=postgres://u@h1,h2/d?target_session_attrs=any-one',
      /^✖ DATABASE_URL has \?target_session_attrs=any-one, which must be one of any, read-write, primary/,
    ],
    ['DATABASE_URL=mysql://u@h/d', /^✖ DATABASE_URL must begin with postgres/],
    ['TRUSTED_PROXIES=localhost', /^✖ TRUSTED_PROXIES must be addresses or networks/],
    ['LOG_LEVEL=loud', /^✖ LOG_LEVEL must be one of/],
    ['PLATFORM_CLIENT_SECRET=new,', /^✖ PLATFORM_CLIENT_SECRET has an empty one/],
    [`PLATFORM_URL=platform.example\n${secrets}`, /^✖ PLATFORM_URL must be the address of the platform/],
    ['MICRO_APP_ORIGINS=http://a,b', /^✖ MICRO_APP_ORIGINS \(2\) must be an address/],
    ['DATA_DIR=/etc/passwd/data', /^✖ \/etc\/passwd cannot be written/],
  ])('OPS-3 says once what is wrong with a setting, whoever reads it: %s', (setting, fault) => {
    const { words } = check(`${setting}\n`)
    expect(words.split('\n').filter((line) => line.startsWith('✖'))).toEqual([expect.stringMatching(fault)])
  })

  // In the settings file a # begins a comment.
  test.each([
    ['half@a-secret', '127.0.0.1:9/atrium'],
    ['half/a-secret', 'as DATABASE_URL says'],
    ['half #a-secret', 'as DATABASE_URL says'],
  ])('OPS-7 names the database without its password, whatever sign is in that: %s', (password, place) => {
    const { words } = check(`DATABASE_URL=postgres://u:${password}@127.0.0.1:9/atrium\n`)
    expect(words).toContain(`database   ${place}\n`)
    expect(words).not.toMatch(/half|a-secret/)
  })

  test('OPS-3 says what is wrong with what the data folder holds already', () => {
    const data = join(folder, 'held')
    const cluster = join(data, 'postgres', 'cluster')
    mkdirSync(cluster, { recursive: true })
    writeFileSync(join(cluster, 'PG_VERSION'), '9\n')
    // PostgreSQL never runs as root.
    if (process.getuid?.() === 0) chownSync(cluster, 65_534, 65_534)
    writeFileSync(join(data, 'audit-key'), 'short\n')
    const { status, words } = check(`DATA_DIR=${data}\n`)
    expect(words).toMatch(/✖ .*audit-key is damaged: .*Put it back from where you keep copies/)
    expect(words).toMatch(
      /✖ The database in .* was made by PostgreSQL 9, and this version .* PostgreSQL \d\d\./,
    )
    expect(status).toBe(1)
    expect(readdirSync(data).sort()).toEqual(['audit-key', 'postgres'])
  })

  const own = ['SESSION_SECRET', 'PLATFORM_CLIENT_ID', 'PLATFORM_CLIENT_SECRET']
    .map((name) => `${name}=${'x'.repeat(32)}\n`)
    .join('')

  test('OPS-3 CALL-3 says that what changes the protocol is no platform', async () => {
    const server = createServer((socket) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    )
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const platform = `PLATFORM_URL=http://127.0.0.1:${Object(server.address()).port}\n${own}`
    expect((await checkBeside(platform)).words).toMatch(
      /✖ Nothing answers at PLATFORM_URL.*no answer of HTTP/,
    )
    server.close()
  })

  test('OPS-3 believes the authorities that the settings file names', async () => {
    const { cert, key } = ownCertificate(2)
    const server = createSecureServer({ cert, key }, (_request, response) => response.end())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const authority = join(folder, 'authority.pem')
    writeFileSync(authority, cert)
    const platform = `PLATFORM_URL=https://127.0.0.1:${Object(server.address()).port}\n${own}`
    expect((await checkBeside(platform)).words).toMatch(/✖ Nothing answers at PLATFORM_URL.*CERT/)
    const trusted = await checkBeside(`${platform}NODE_EXTRA_CA_CERTS=${authority}\n`)
    server.close()
    expect(trusted.words).toContain('Nothing is wrong.')
    expect(check('NODE_EXTRA_CA_CERTS=/nowhere.pem\n')).toMatchObject({
      status: 2,
      words: expect.stringContaining('NODE_EXTRA_CA_CERTS=/nowhere.pem cannot be read (ENOENT)'),
    })
  })

  test('OPS-3 says a port that is taken, a folder that cannot be written, secrets and a platform that are missing', async () => {
    const server = createServer()
    const port = await new Promise((done) =>
      server.listen(0, '127.0.0.1', () => done(Object(server.address()).port)),
    )
    const { words } = check(`PORT=${port}\nDATA_DIR=/proc/nowhere\nPLATFORM_URL=http://127.0.0.1:9\n`)
    const used = join(folder, 'used')
    mkdirSync(join(used, `console-${port}`), { recursive: true })
    const measured = check(`METRICS_PORT=${port}\nPLATFORM_METRICS_PORT=30873\n`)
    const twice = check('METRICS_PORT=30871\n')
    const upgrade = check(`PORT=${port}\nDATA_DIR=${used}\n`)
    server.close()
    expect(measured.words).toContain(`metrics    of console and platform at 127.0.0.1:${port} and 30873`)
    expect(measured.words).toMatch(new RegExp(`✖ Port ${port} is taken.* METRICS_PORT=`))
    expect(twice.words).toContain('✖ PORT and METRICS_PORT are both 30871.')
    expect(upgrade.words).toMatch(
      new RegExp(`If this Atrium runs now.*Port ${port} is taken[^]*Nothing is wrong`),
    )
    expect(upgrade.status).toBe(0)
    // It is of those that the system gives by itself.
    expect(words).toMatch(new RegExp(`✖ Port ${port} is taken.* one below 32768`))
    expect(words).toMatch(
      /✖ \/proc cannot be written|✖ Only \d+ MB are free where the data goes \(\/proc\)|\/proc/,
    )
    expect(words).toMatch(/✖ PLATFORM_URL is set, so SESSION_SECRET, PLATFORM_CLIENT_ID/)
    expect(words).toMatch(/✖ Nothing answers at PLATFORM_URL/)
    expect(check('BASE_PATH=console\n').words).toContain('Set BASE_PATH=/console')
  })
})
