import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { config } from '#lib/server/config'
import { isTrusted } from '#lib/server/http/client-address'
import { log } from '#lib/server/log'
import { takeReloads } from '#lib/server/reload'
import { readEnvFile } from '../../scripts/lib/env-file.mjs'
import { Fault } from '../../scripts/lib/fault.mjs'
import { freePort } from '../../scripts/lib/ports.mjs'
import { reloader } from '../../scripts/lib/reload.mjs'
import { createService } from '../../scripts/lib/service.mjs'
import { readSecrets, readSettings } from '../../scripts/lib/settings.mjs'
import { stubSettings } from './stub-console'

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
  const env: Record<string, string> = { ...own, ATRIUM_ENV: file, DATA_DIR: folder }
  const envFile = readEnvFile(env)
  const told: [string, object][] = []
  const words: string[] = []
  const refusing: { by?: string } = {}
  const service = (name: string) => ({
    change: async (changes: object) => {
      told.push([name, changes])
      if (refusing.by === name) throw new Fault(`The ${name} does not take its settings`)
    },
    takeBack: async (changes: object) => void told.push([`${name} back`, changes]),
  })
  const settings = readSettings(env)
  const reload = reloader({
    env,
    envFile,
    settings,
    secrets: readSecrets(settings, env),
    services: { console: service('console'), platform: service('platform') },
    say: (sentence: string) => words.push(sentence),
  })
  return { reload, told, words, refusing }
}

describe('OPS-11 settings that change while it runs', () => {
  test('go to the programs that they are of; what takes a start is said as long as it does', async () => {
    const { reload, told, words } = started('RATE_LIMIT=50\nLOG_LEVEL=info\nPORT=3000\n')
    writeFileSync(file, 'LOG_LEVEL=debug\nPORT=3001\nTRUSTED_PROXIES=10.0.0.1\n')
    await reload()
    expect(told).toEqual([
      ['platform', { LOG_LEVEL: 'debug', TRUSTED_PROXIES: '10.0.0.1' }],
      ['console', { RATE_LIMIT: null, LOG_LEVEL: 'debug', TRUSTED_PROXIES: '10.0.0.1' }],
    ])
    expect(words).toEqual([
      'Settings that are taken now: LOG_LEVEL, RATE_LIMIT, TRUSTED_PROXIES.',
      'Settings that take a start: PORT.',
    ])
    await reload()
    expect(words.at(-1)).toBe('Settings that take a start: PORT.')
    writeFileSync(file, 'LOG_LEVEL=debug\nPORT=3000\nTRUSTED_PROXIES=10.0.0.1\n')
    await reload()
    expect(words.at(-1)).toBe('No setting has changed.')
    expect(told).toHaveLength(2)
  })

  test('are the file’s only where the environment does not say otherwise, as at a start', async () => {
    const { reload, told } = started('RATE_LIMIT=70\n', { RATE_LIMIT: '70', LOG_LEVEL: 'warn' })
    writeFileSync(file, 'RATE_LIMIT=60\nLOG_LEVEL=debug\n')
    await reload()
    expect(told).toEqual([])
  })

  test('secrets of DATA_DIR are read again, and each program gets its own', async () => {
    const { reload, told, words } = started('')
    for (const name of ['session-secret', 'platform-client-secret', 'audit-key'])
      writeFileSync(join(folder, name), `${second},${first}`)
    await reload()
    const PLATFORM_CLIENT_SECRET = `${second},${first}`
    expect(told).toEqual([
      ['platform', { PLATFORM_CLIENT_SECRET }],
      ['console', { SESSION_SECRET: `${second},${first}`, PLATFORM_CLIENT_SECRET }],
    ])
    expect(words).toContain('Settings that take a start: AUDIT_KEY.')
    writeFileSync(join(folder, 'session-secret'), 'short')
    await expect(reload()).rejects.toThrow(/session-secret is damaged/)
  })

  test('are what the file said when it was read, however long the start took', async () => {
    writeFileSync(file, 'RATE_LIMIT=50\n')
    const env: Record<string, string> = { ATRIUM_ENV: file, DATA_DIR: folder }
    const envFile = readEnvFile(env)
    writeFileSync(file, 'RATE_LIMIT=60\n')
    const change = vi.fn()
    const settings = readSettings(env)
    const services = { console: { change, takeBack: vi.fn() } }
    await reloader({ env, envFile, settings, secrets: readSecrets(settings, env), services, say: () => {} })()
    expect(change).toHaveBeenCalledWith({ RATE_LIMIT: '60' })
  })

  test('without a value are those that a start would fill in', async () => {
    const { reload, told } = started('MICRO_APP_ORIGINS=https://a.example.com\n')
    writeFileSync(file, '')
    await reload()
    expect(told).toEqual([['console', { MICRO_APP_ORIGINS: 'http://127.0.0.1:4101,http://127.0.0.1:4102' }]])
  })

  test('that one program does not take are taken back in the other, and may be given again', async () => {
    const { reload, told, words, refusing } = started('LOG_LEVEL=info\n')
    writeFileSync(file, 'LOG_LEVEL=debug\nRATE_LIMIT=many\n')
    refusing.by = 'console'
    await expect(reload()).rejects.toThrow('The console does not take its settings')
    expect(told.slice(2)).toEqual([
      ['platform back', { LOG_LEVEL: 'info' }],
      ['console back', { LOG_LEVEL: 'info', RATE_LIMIT: null }],
    ])
    expect(words).toEqual([])
    delete refusing.by
    await reload()
    expect(words).toEqual(['Settings that are taken now: LOG_LEVEL, RATE_LIMIT.'])
  })

  test('that the platform does not take never reach the console', async () => {
    const { reload, told, refusing } = started('LOG_LEVEL=info\n')
    writeFileSync(file, 'LOG_LEVEL=loud\n')
    refusing.by = 'platform'
    await expect(reload()).rejects.toThrow('The platform does not take its settings')
    expect(told.map(([name]) => name)).toEqual(['platform', 'platform back'])
  })

  test('with a port that is none are refused as a whole, before the next start is', async () => {
    const { reload, told } = started('LOG_LEVEL=info\n')
    writeFileSync(file, 'LOG_LEVEL=debug\nPORT=many\n')
    await expect(reload()).rejects.toThrow('PORT=many is no port')
    expect(told).toEqual([])
  })

  test('with a name that nothing reads are refused as a whole, as at a start', async () => {
    const { reload, told, words } = started('LOG_LEVEL=info\n')
    writeFileSync(file, 'LOG_LEVEL=debug\nTRUSTED_PROXY=10.0.0.1\n')
    await expect(reload()).rejects.toThrow('atrium.env sets TRUSTED_PROXY, which nothing here reads')
    expect(told).toEqual([])
    writeFileSync(file, 'LOG_LEVEL=debug\nTRUSTED_PROXIES=10.0.0.1\n')
    await reload()
    expect(words).toEqual(['Settings that are taken now: LOG_LEVEL, TRUSTED_PROXIES.'])
  })
})

test('OPS-11 a program says whether it takes settings; those that it takes are there after its next start', async () => {
  const program = join(folder, 'program.mjs')
  writeFileSync(
    program,
    `import { createServer } from 'node:http'
     createServer((_, response) => response.end(process.env.LEVEL)).listen(Number(process.env.AT), '127.0.0.1')
     process.on('message', ({ reload, asked }) => {
       if (reload.LEVEL !== 'silent') process.send({ reloaded: asked, fault: reload.LEVEL === 'loud' ? 'LEVEL is loud' : undefined })
     })`,
  )
  const port = await freePort()
  const env: Record<string, string | undefined> = { LEVEL: 'info', AT: String(port) }
  const probe = `http://127.0.0.1:${port}/`
  const service = createService({
    name: 'program',
    args: [program],
    env,
    probe,
    stopLimit: 1000,
    answerLimit: 200,
  })
  await expect(service.change({ LEVEL: 'debug' })).rejects.toThrow('The program does not run at this moment')
  await service.start()
  try {
    await service.change({ LEVEL: 'debug' })
    await expect(service.change({ LEVEL: 'loud' })).rejects.toThrow(
      'The program does not take its settings: LEVEL is loud',
    )
    await expect(service.change({ LEVEL: 'silent' })).rejects.toThrow('does not say whether it takes')
    expect(env.LEVEL).toBe('debug')
    await service.takeBack({ LEVEL: 'info' })
    await service.stop()
    await service.start()
    expect(await (await fetch(probe)).text()).toBe('info')
  } finally {
    await service.stop()
  }
})

test('OPS-11 a signal that comes while Atrium starts is carried out when it has started', async () => {
  const signals = new URL('../../scripts/lib/reload-signal.mjs', import.meta.url)
  const script = `
    import { onReload, takeReloadSignals } from ${JSON.stringify(signals)}
    takeReloadSignals()
    process.kill(process.pid, 'SIGUSR2')
    await new Promise((resolve) => setTimeout(resolve, 50))
    let times = 0
    onReload(async () => {
      times += 1
      console.log('reload ' + times)
      if (times === 1) process.kill(process.pid, 'SIGUSR2')
      await new Promise((resolve) => setTimeout(resolve, 50))
      if (times === 2) throw new Error('PORT is none')
    })
    setTimeout(() => {}, 300)`
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(stdout).toBe('reload 1\nreload 2\n✖ PORT is none\nNothing was changed.\n')
})

test.each(['reload-signal', 'follow-parent'])('OPS-11 SIGUSR1 opens no debugger: %s', (name) => {
  const script = `
    import inspector from 'node:inspector'
    const { takeReloadSignals } = await import(${JSON.stringify(new URL(`../../scripts/lib/${name}.mjs`, import.meta.url))})
    takeReloadSignals?.()
    process.kill(process.pid, 'SIGUSR1')
    setTimeout(() => console.log(inspector.url()), 300)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(stdout).toMatch(/^(• SIGUSR1 does nothing.*\n)?undefined\n$/)
})

test('OPS-11 the console takes them at once, and leaves what is wrong as it was', () => {
  stubSettings({
    PLATFORM_URL: 'http://127.0.0.1:1',
    SESSION_SECRET: first,
    PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
    RATE_LIMIT: '70',
  })
  const told: unknown[] = []
  vi.spyOn(log, 'info').mockImplementation((event) => void told.push(event))
  vi.spyOn(log, 'error').mockImplementation((event, fields) => void told.push(`${event}: ${fields?.message}`))
  const before = process.listeners('message')
  takeReloads()
  const [listener] = process.listeners('message').filter((one) => !before.includes(one))
  const answers: unknown[] = []
  const { send } = process
  process.send = (answer: unknown) => answers.push(answer) > 0
  const tell = (message: unknown) => listener?.(message, undefined as never)
  try {
    expect([config().rateLimit, isTrusted('10.0.0.1')]).toEqual([70, false])
    tell({
      reload: { TRUSTED_PROXIES: '10.0.0.1', SESSION_SECRET: `${second},${first}`, RATE_LIMIT: null },
      asked: 1,
    })
    expect([config().rateLimit, isTrusted('10.0.0.1')]).toEqual([50, true])
    expect(config().sessionSecrets).toEqual([second, first])
    tell({ reload: { RATE_LIMIT: 'many', TRUSTED_PROXIES: '10.0.0.2' }, asked: 2 })
    tell({ reload: { TRUSTED_PROXIES: '10.0.0.1' }, asked: 3 })
    tell('something else')
    expect([config().rateLimit, isTrusted('10.0.0.1'), isTrusted('10.0.0.2')]).toEqual([50, true, false])
    expect(told).toEqual(['settings reloaded', expect.stringMatching(/^settings not reloaded: .*RATE_LIMIT/)])
    expect(answers).toEqual([
      { reloaded: 1 },
      { reloaded: 2, fault: expect.stringContaining('RATE_LIMIT') },
      { reloaded: 3 },
    ])
  } finally {
    process.send = send as NonNullable<typeof send>
    if (listener) process.off('message', listener)
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  }
})
