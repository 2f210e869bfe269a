import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findEnvFile, parseEnvFile, placesOf, readEnvFile } from '../../../scripts/lib/env-file.mjs'
import { knownVariables } from '../../../scripts/lib/variables.mjs'
import { commands } from '../../../tools/atrium/commands.mjs'
import { help } from '../../../tools/atrium/main.mjs'
import { atriumCommand, root } from './run-atrium.ts'

const { atrium, folder } = atriumCommand()
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

describe('the help', () => {
  test('OPS-3 names every command, on a screen of 24 lines and 80 columns', () => {
    const lines = help().split('\n')
    expect(lines.length).toBeLessThan(24)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(help()).toContain('atrium COMMAND --help')
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

  test.each(Object.keys(commands))(
    'OPS-3 is there for %s by itself, and an empty word is refused',
    (name) => {
      const asked = atrium([name, '--help'], 'PORT 1\n')
      expect(asked).toMatchObject({ status: 0, words: expect.stringMatching(`^[^✖]*${name}`) })
      expect(atrium(['help', name])).toEqual(asked)
      expect(atrium([name, ' '])).toMatchObject({ status: 2, words: expect.stringContaining('is empty') })
    },
  )
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

  test('OPS-3 takes no value in part: what a # cuts off and what is no UTF-8 is refused', () => {
    const file = join(folder, 'part.env')
    writeFileSync(file, `export\tPRODUCT_NAME="A#b" # c\nHOST=::1\t# d\nBASE_PATH=#e\nDEMO=0\nDEMO="0"\n`)
    expect(parseEnvFile(file)).toEqual({ PRODUCT_NAME: 'A#b', HOST: '::1', BASE_PATH: '', DEMO: '0' })
    for (const [text, fault] of [
      ['ADMIN_PASSWORD=Passw0rd#1\n', /part\.env, line 1: a # follows the value of ADMIN_PASSWORD at once/],
      ['PRODUCT_NAME=A b#c\n', /line 1: a # follows the value of PRODUCT_NAME at once/],
      [Buffer.from('PRODUCT_NAME=caf\xe9\n', 'latin1'), /part\.env is not written in UTF-8/],
      [Buffer.from('\uFEFFPORT=1\r\n', 'utf16le'), /part\.env is not written in UTF-8/],
    ] as const) {
      writeFileSync(file, text)
      expect(() => parseEnvFile(file)).toThrow(
        expect.objectContaining({ exitCode: 2, message: expect.stringMatching(fault) }),
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
    ['start', 'PORT=0x1000\n', /PORT=0x1000 is no port/],
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
