import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createSecureServer } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findEnvFile, parseEnvFile, placesOf, readEnvFile } from '../../../scripts/lib/env-file.mjs'
import { knownVariables } from '../../../scripts/lib/variables.mjs'
import { commands } from '../../../tools/atrium/commands.mjs'
import { help } from '../../../tools/atrium/main.mjs'
import { ownCertificate } from '../../own-certificate.ts'

const root = resolve(import.meta.dirname, '../../..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-command-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const archive = join(root, 'tools/atrium/archive.mjs')
/** With a settings file and nothing else that is set here. */
function given(settings: string) {
  const file = join(folder, 'atrium.env')
  writeFileSync(file, settings)
  return {
    encoding: 'utf8',
    cwd: root,
    // A start that should be refused would go on and on.
    timeout: 15_000,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ATRIUM_ENV: file },
  } as const
}

/** `atrium` as a program. */
function atrium(args: readonly string[], settings = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [archive, ...args], given(settings))
  return { status, words: stdout + stderr }
}

describe('the help', () => {
  test('OPS-3 names every command, on a screen of 24 lines and 80 columns', () => {
    const lines = help().split('\n')
    expect(lines.length).toBeLessThan(24)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    for (const name of Object.keys(commands)) expect(help()).toMatch(new RegExp(`^ {2}${name} `, 'm'))
  })

  test('OPS-3 is shown for no command, for `help`, and beside a wrong one', () => {
    expect(atrium([])).toMatchObject({ status: 2, words: expect.stringContaining('doctor') })
    expect(atrium(['help']).status).toBe(0)
    const wrong = atrium(['strat'])
    expect(wrong.status).toBe(2)
    expect(wrong.words).toMatch(/There is no command strat\.[\s\S]* start /)
    expect(atrium(['toString']).words).toContain('There is no command toString')
    expect(atrium(['version', 'please']).words).toContain('does not know please')
    expect(atrium(['start', '--chek']).words).toContain('it takes --check')
    expect(atrium(['version'])).toMatchObject({ status: 0, words: expect.stringMatching(/^Atrium \d/) })
  })
})

describe('the settings file', () => {
  test('OPS-3 names every variable that the README names, and that a program reads, once', () => {
    const names = knownVariables()
    expect(names.length).toBe(new Set(names).size)
    const table = textOf('README.md').split('## Configuration')[1]?.split('\n## ')[0] ?? ''
    const inReadme = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell]) =>
      [...(cell ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
    )
    // The file cannot name itself.
    expect(inReadme.filter((name) => !names.includes(name ?? ''))).toEqual(['ATRIUM_ENV'])
    const read = [
      ...textOf('platform/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm),
      ...textOf('lib/server/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm),
      ...textOf('scripts/lib/settings.mjs').matchAll(/\benv\.([A-Z][A-Z_]+)/g),
      ...textOf('scripts/lib/settings.mjs').matchAll(/\b(?:portOf|hostOf)\(env, '([A-Z_]+)'/g),
    ].map(([, name]) => name ?? '')
    expect(read.length).toBeGreaterThan(20)
    expect([...new Set(read)].filter((name) => !names.includes(name))).toEqual([])
  })

  test('OPS-3 is believed where the environment says nothing, and the first one that is there counts', () => {
    const [near, far] = [join(folder, 'near.env'), join(folder, 'far.env')]
    writeFileSync(far, '# settings\nPORT=1\nHOST="10.0.0.1" # inner\nexport DEMO=0\n\n')
    const env: Record<string, string> = { PORT: '7' }
    expect(readEnvFile(env, [near, far])).toEqual({
      path: far,
      said: { PORT: '1', HOST: '10.0.0.1', DEMO: '0' },
      taken: ['HOST', 'DEMO'],
    })
    expect(env).toEqual({ PORT: '7', HOST: '10.0.0.1', DEMO: '0' })
    expect(readEnvFile({}, [near])).toBeUndefined()
  })

  test('OPS-3 is the machine’s for what is installed on it, and not for a clone', () => {
    expect(placesOf(true)).toEqual([join(root, 'atrium.env'), '/etc/atrium/atrium.env'])
    expect(placesOf(false)).toEqual([join(root, 'atrium.env')])
    expect(findEnvFile({ ATRIUM_ENV: '/a/b' }, placesOf(true))).toBe('/a/b')
  })

  test.each(['start', 'dev', 'platform', 'conformance', 'doctor', 'atrium'])(
    'OPS-3 is read by every command of a clone, too: %s',
    (name) => {
      const file = join(folder, 'wrong.env')
      writeFileSync(file, 'PORT 1\n')
      const { status, stderr } = spawnSync(process.execPath, [join(root, `scripts/${name}.mjs`), 'doctor'], {
        encoding: 'utf8',
        cwd: root,
        env: { PATH: process.env.PATH, NODE_ENV: 'production', ATRIUM_ENV: file },
      })
      expect(stderr).toContain('wrong.env, line 1: write NAME=value')
      expect(status).toBe(2)
    },
  )

  test('OPS-3 is read as editors leave it, and refused where it ends in the middle', () => {
    const file = join(folder, 'edited.env')
    writeFileSync(file, '\uFEFFPORT=1\r\nPRODUCT_NAME="A b"\r\nHOST=10.0.0.1 # it’s inner\r\n')
    expect(parseEnvFile(file)).toEqual({ PORT: '1', PRODUCT_NAME: 'A b', HOST: '10.0.0.1' })
    writeFileSync(file, 'PORT=1\nSESSION_SECRET="a-secret-of-at-least-thirty-two-chara')
    expect(() => parseEnvFile(file)).toThrow(
      /edited\.env, line 2: the quotation mark before the value of SESSION_SECRET is not closed/,
    )
  })

  test('OPS-3 is read line by line: no value takes the settings behind it', () => {
    const file = join(folder, 'lines.env')
    writeFileSync(file, "PRODUCT_NAME=  \nPORT=1\nALARM_SYSTEMS=it's\nDEMO=0 # it's\n")
    expect(parseEnvFile(file)).toEqual({ PRODUCT_NAME: '', PORT: '1', ALARM_SYSTEMS: "it's", DEMO: '0' })
    for (const [text, fault] of [
      [`PRODUCT_NAME='A b\nDEMO=0\n# what's said\nPORT=1\n`, 'not closed'],
      [`PRODUCT_NAME='A b # what's said\nPORT=1\n`, 'not closed'],
      ['PRODUCT_NAME="A "b\n', 'not closed'],
      ['PRODUCT_NAME="A\\nb"\n', 'holds a line break'],
    ]) {
      writeFileSync(file, `# of the house\n${text}`)
      expect(() => parseEnvFile(file)).toThrow(
        expect.objectContaining({
          exitCode: 2,
          message: expect.stringMatching(`lines\\.env, line 2: .*PRODUCT_NAME .*${fault}`),
        }),
      )
    }
  })

  test('OPS-3 one that cannot be read, or with a line that says nothing, is refused by name', () => {
    expect(() => readEnvFile({ ATRIUM_ENV: join(folder, 'none') })).toThrow(/none cannot be read \(ENOENT\)/)
    expect(atrium(['version'], 'PORT=1\nHOST 10.0.0.1\n').words).toMatch(
      /atrium\.env, line 2: write NAME=value/,
    )
  })
})

describe('what a start is given', () => {
  const settings = 'PORT=30881\nPLATFORM_PORT=30882\nDEMO=0\n'
  const given = (command: string, more: string) =>
    atrium([command], `DATA_DIR=${folder}/given\n${settings}${more}`)
  const client = 'PLATFORM_CLIENT_ID=a\nPLATFORM_CLIENT_SECRET=b\n'

  test.each<[string, string, RegExp]>([
    ['start', 'TRUSTED_PROXY=10.0.0.1\n', /✖ .*atrium\.env sets TRUSTED_PROXY, which nothing here reads/],
    ['platform', 'TRUSTED_PROXY=10.0.0.1\n', /sets TRUSTED_PROXY, which nothing here reads/],
    ['console', 'TRUSTED_PROXY=10.0.0.1\n', /sets TRUSTED_PROXY, which nothing here reads/],
    ['start', 'RATE_LIMIT=many\n', /RATE_LIMIT must be a number of calls a second/],
    ['console', 'RATE_LIMIT=many\n', /RATE_LIMIT must be a number of calls a second/],
    ['start', 'LOG_RETENTION_DAYS=long\n', /LOG_RETENTION_DAYS must be a number of days/],
    ['console', 'PLATFORM_CLIENT_SECRET=new,\n', /PLATFORM_CLIENT_SECRET has an empty one/],
    ['platform', 'LOG_RETENTION_DAYS=long\n', /LOG_RETENTION_DAYS must be a number of days/],
    ['start', 'DEMO=yes\n', /DEMO must be 0 or 1/],
    ['start', 'PASSWORD_COST=8\n', /PASSWORD_COST must be at least 15/],
    ['start', 'PORT=eighty\n', /PORT=eighty is no port/],
    ['start', 'PORT=30882\n', /PORT and PLATFORM_PORT are both 30882/],
    ['start', 'BASE_PATH=console\n', /Set BASE_PATH=\/console/],
    ['start', 'PUBLIC_ORIGIN=console.example.com\n', /PUBLIC_ORIGIN=console\.example\.com is no address/],
    ['start', 'HOST=192.0.2.1\n', /This machine has no address 192\.0\.2\.1/],
    ['start', 'DATA_DIR=/proc/nowhere\n', /The data folder .* cannot be used .* Set DATA_DIR/],
    [
      'start',
      `PLATFORM_URL=http://127.0.0.1:9\n`,
      /PLATFORM_URL is set, so these are needed too:\n {2}SESSION_SECRET/,
    ],
    [
      'start',
      `PLATFORM_URL=http://127.0.0.1:9\n${client}SESSION_SECRET=short\n`,
      /SESSION_SECRET needs at least 32/,
    ],
    ['start', 'RATE_LIM', /atrium\.env, line 5: write NAME=value/],
    ['start --now', '', /does not know --now/],
  ])('OPS-3 wrongly ends it with 2 and a sentence, before anything is made: %s %j', (command, more, told) => {
    const { status, words } = command === 'start --now' ? atrium(['start', '--now']) : given(command, more)
    expect(words).toMatch(told)
    expect(words).not.toMatch(/^ +at /m)
    expect(status).toBe(2)
    expect(existsSync(join(folder, 'given'))).toBe(false)
  })
})

describe('atrium start --check', () => {
  const common = () => `DATA_DIR=${folder}/data\nPORT=30871\nPLATFORM_PORT=30872\nDEMO=0\n`
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
      /✖ Configuration: .*PLATFORM_CLIENT_SECRET has an empty one among several/,
      /RATE_LIMIT must be a number of calls a second/,
      /TRUSTED_PROXIES must be addresses/,
      /✖ DATABASE_URL cannot be used \(ECONNREFUSED\)/,
      /✖ .*atrium\.env sets DATA_DIRECTORY, which nothing here reads/,
    ])
      expect(words).toMatch(fault)
    expect(words).not.toContain('a-secret')
    expect(status).toBe(1)
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

  test('OPS-3 believes the authorities that the settings file names', async () => {
    const { cert, key } = ownCertificate(2)
    const server = createSecureServer({ cert, key }, (_request, response) => response.end())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const authority = join(folder, 'authority.pem')
    writeFileSync(authority, cert)
    const own = ['SESSION_SECRET', 'PLATFORM_CLIENT_ID', 'PLATFORM_CLIENT_SECRET']
      .map((name) => `${name}=${'x'.repeat(32)}\n`)
      .join('')
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
    expect(words).toContain(`✖ Port ${port} is taken`)
    expect(words).toMatch(
      /✖ \/proc cannot be written|✖ Only \d+ MB are free where the data goes \(\/proc\)|\/proc/,
    )
    expect(words).toMatch(/✖ PLATFORM_URL is set, so SESSION_SECRET, PLATFORM_CLIENT_ID/)
    expect(words).toMatch(/✖ Nothing answers at PLATFORM_URL/)
    expect(check('BASE_PATH=console\n').words).toContain('Set BASE_PATH=/console')
  })
})
