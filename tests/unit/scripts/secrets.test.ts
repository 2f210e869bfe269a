import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folderFault, keepSecret, openDataFolder } from '../../../scripts/lib/secrets.mjs'
import { readSecrets, readSettings } from '../../../scripts/lib/settings.mjs'

describe('secrets', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-scripts-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('are made once, closed to others, and kept', () => {
    const env = { DATA_DIR: join(folder, 'new', 'data') }
    const first = readSecrets(readSettings(env), env)
    expect(first.session).toMatch(/^[\w-]{43}$/)
    expect(first.clientId).toBe('atrium')
    expect(first.clientSecret).not.toBe(first.session)
    expect(readSecrets(readSettings(env), env)).toEqual(first)
    const file = join(env.DATA_DIR, 'session-secret')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8').trim()).toBe(first.session)
  })

  test('the environment goes first', () => {
    const env = { DATA_DIR: folder, SESSION_SECRET: 's'.repeat(32) }
    expect(readSecrets(readSettings(env), env).session).toBe('s'.repeat(32))
  })

  test('OPS-11 several in one file are taken as people write them, each of them whole', () => {
    const file = join(folder, 'platform-client-secret')
    const [next, last] = ['n'.repeat(32), 'l'.repeat(32)]
    for (const text of [`${next},${last}`, `${next}, ${last}\n`, ` ${next} , ${last} \n`]) {
      writeFileSync(file, text)
      expect(keepSecret(folder, 'platform-client-secret')).toBe(`${next},${last}`)
    }
    for (const text of [`${next},`, `${next},short`, `${next} ${last}`]) {
      writeFileSync(file, text)
      expect(() => keepSecret(folder, 'platform-client-secret')).toThrow('is damaged')
    }
  })

  test('a data folder that cannot be used names DATA_DIR', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => openDataFolder(join(folder, 'file', 'data'))).toThrow(/DATA_DIR/)
    expect(() => keepSecret(join(folder, 'missing'), 'x')).toThrow(/DATA_DIR/)
  })

  test.skipIf(process.platform !== 'linux')(
    'HOLD-9 a full disk is told as what it is, and no half a secret stays',
    () => {
      symlinkSync('/dev/full', join(folder, `session-secret.${process.pid}`))
      const message = expect.stringContaining('(no space is left on the disk). Make room there.')
      expect(() => keepSecret(folder, 'session-secret')).toThrow(
        expect.objectContaining({ message, exitCode: 1 }),
      )
      expect(readdirSync(folder)).toEqual([])
      expect(folderFault(folder, Object.assign(new Error(), { code: 'EDQUOT' })).message).toMatch(
        /quota is used up.*Make room/,
      )
    },
  )

  test('HOLD-9 a file system that is read-only is told as such: no owner would change it', () => {
    const path = join(folder, 'audit-key')
    const { message } = folderFault(folder, Object.assign(new Error(), { code: 'EROFS', path }))
    expect(message).toMatch(/\(it is read-only: .*audit-key\)\. Make it writable, or set DATA_DIR/)
    expect(message).not.toContain('chown')
  })

  test('a secret that is broken is named, with what mends it, and not replaced', () => {
    const broken: [(file: string) => void, RegExp][] = [
      [(file) => writeFileSync(file, ''), /is damaged/],
      [(file) => writeFileSync(file, Buffer.of(0, 255, 254, 10)), /is damaged/],
      [(file) => writeFileSync(file, Buffer.concat([Buffer.alloc(43, 'x'), Buffer.of(0)])), /is damaged/],
      [(file) => writeFileSync(file, 'x'.repeat(31)), /is damaged/],
      [(file) => writeFileSync(file, 'x'.repeat(2000)), /is damaged/],
      [(file) => mkdirSync(file), /is not a file/],
      [(file) => symlinkSync('/dev/zero', file), /is not a file/],
      [(file) => symlinkSync('session-secret', file), /cannot be read \(ELOOP\)/],
      [(file) => symlinkSync('nowhere', file), /leads nowhere/],
    ]
    const file = join(folder, 'session-secret')
    for (const [spoil, told] of broken) {
      spoil(file)
      const read = () => keepSecret(folder, 'session-secret')
      expect(read).toThrow(told)
      expect(read).toThrow(expect.objectContaining({ name: 'Fault', message: expect.stringContaining(file) }))
      rmSync(file, { recursive: true })
    }
  })
})
