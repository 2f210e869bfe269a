import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { config } from '#lib/server/config'
import { isTrusted } from '#lib/server/http/client-address'
import { log } from '#lib/server/log'
import { takeReloads } from '#lib/server/reload'
import { reloader } from '../../scripts/lib/reload.mjs'
import { readSecrets, readSettings } from '../../scripts/lib/settings.mjs'

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-reload-'))
  file = join(folder, 'atrium.env')
})
afterEach(() => rmSync(folder, { recursive: true }))

const first = 'the-first-secret-of-thirty-two-characters'
const second = 'the-second-secret-of-thirty-two-characters'

/** What a start has before it, and what its programs are told. */
function started(text: string, own: Record<string, string> = {}) {
  writeFileSync(file, text)
  writeFileSync(join(folder, 'session-secret'), first)
  writeFileSync(join(folder, 'platform-client-secret'), first)
  const said = Object.fromEntries(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('=')),
  )
  const env = { ...said, ...own, ATRIUM_ENV: file, DATA_DIR: folder }
  const told: [string, object][] = []
  const words: string[] = []
  const service = (name: string) => ({ change: (changes: object) => told.push([name, changes]) })
  const settings = readSettings(env)
  const reload = reloader({
    env,
    settings,
    secrets: readSecrets(settings, env),
    services: { console: service('console'), platform: service('platform') },
    say: (sentence: string) => words.push(sentence),
  })
  return { reload, told, words }
}

describe('OPS-11 settings that change while it runs', () => {
  test('go to the programs that they are of; what takes a start is said', () => {
    const { reload, told, words } = started('RATE_LIMIT=50\nLOG_LEVEL=info\nPORT=3000\n')
    writeFileSync(file, 'LOG_LEVEL=debug\nPORT=3001\nTRUSTED_PROXIES=10.0.0.1\n')
    reload()
    expect(told).toEqual([
      ['console', { RATE_LIMIT: null, LOG_LEVEL: 'debug', TRUSTED_PROXIES: '10.0.0.1' }],
      ['platform', { LOG_LEVEL: 'debug', TRUSTED_PROXIES: '10.0.0.1' }],
    ])
    expect(words).toEqual([
      'Settings that are taken now: LOG_LEVEL, RATE_LIMIT, TRUSTED_PROXIES.',
      'Settings that take a start: PORT.',
    ])
    reload()
    expect(words.at(-1)).toBe('No setting has changed.')
    expect(told).toHaveLength(2)
  })

  test('are the file’s only where the environment does not say otherwise, as at a start', () => {
    const { reload, told } = started('RATE_LIMIT=50\n', { RATE_LIMIT: '70', LOG_LEVEL: 'warn' })
    writeFileSync(file, 'RATE_LIMIT=60\nLOG_LEVEL=debug\n')
    reload()
    expect(told).toEqual([])
  })

  test('secrets of DATA_DIR are read again, and each program gets its own', () => {
    const { reload, told } = started('')
    writeFileSync(join(folder, 'session-secret'), `${second},${first}`)
    writeFileSync(join(folder, 'platform-client-secret'), `${second},${first}`)
    reload()
    const PLATFORM_CLIENT_SECRET = `${second},${first}`
    expect(told).toEqual([
      ['console', { SESSION_SECRET: `${second},${first}`, PLATFORM_CLIENT_SECRET }],
      ['platform', { PLATFORM_CLIENT_SECRET }],
    ])
    writeFileSync(join(folder, 'session-secret'), 'short')
    expect(reload).toThrow(/session-secret is damaged/)
  })
})

test('OPS-11 the console takes them at once, and leaves what is wrong as it was', () => {
  const environment = {
    PLATFORM_URL: 'http://127.0.0.1:1',
    PLATFORM_CLIENT_ID: 'console',
    PLATFORM_CLIENT_SECRET: 'secret',
    SESSION_SECRET: first,
    PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
    RATE_LIMIT: '70',
  }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const told: unknown[] = []
  vi.spyOn(log, 'info').mockImplementation((event) => void told.push(event))
  vi.spyOn(log, 'error').mockImplementation((event, fields) => void told.push(`${event}: ${fields?.message}`))
  const before = process.listeners('message')
  takeReloads()
  const [listener] = process.listeners('message').filter((one) => !before.includes(one))
  const tell = (message: unknown) => listener?.(message, undefined as never)
  try {
    expect([config().rateLimit, isTrusted('10.0.0.1')]).toEqual([70, false])
    tell({ reload: { TRUSTED_PROXIES: '10.0.0.1', SESSION_SECRET: `${second},${first}`, RATE_LIMIT: null } })
    expect([config().rateLimit, isTrusted('10.0.0.1')]).toEqual([50, true])
    expect(config().sessionSecrets).toEqual([second, first])
    tell({ reload: { RATE_LIMIT: 'many', TRUSTED_PROXIES: '10.0.0.2' } })
    tell('something else')
    expect([config().rateLimit, isTrusted('10.0.0.1'), isTrusted('10.0.0.2')]).toEqual([50, true, false])
    expect(told).toEqual(['settings reloaded', expect.stringMatching(/^settings not reloaded: .*RATE_LIMIT/)])
  } finally {
    if (listener) process.off('message', listener)
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  }
})
