import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, describe as group, test } from 'vitest'
import { accountRow } from '#contracts/account'
import { listOf } from '#contracts/endpoint'
import { menuRow } from '#contracts/menu'
import { paged } from '#contracts/page'
import { envelopeOf } from '../../../tools/conformance/answer.ts'
import { groups, help, readArguments } from '../../../tools/conformance/arguments.ts'
import { readData } from '../../../tools/conformance/data-faults.ts'
import { Findings } from '../../../tools/conformance/findings.ts'
import { describe, maskedAddress, maskedBody } from '../../../tools/conformance/mask.ts'
import { readPicture, smallPicture } from '../../../tools/conformance/pictures.ts'
import { Probe } from '../../../tools/conformance/probe.ts'
import { lookAt } from '../../../tools/conformance/run.ts'
import { Wire } from '../../../tools/conformance/wire.ts'

const credentials = {
  PLATFORM_CLIENT_ID: 'id',
  PLATFORM_CLIENT_SECRET: 'secret',
} as unknown as NodeJS.ProcessEnv

group('arguments of the conformance run', () => {
  test('EDGE-15 without --write nothing may be changed, and secrets come from the environment', () => {
    const env = { ...credentials, CONFORMANCE_PASSWORD: 'hidden' }
    expect(readArguments(['https://p.example.com/base/', '--account', 'admin'], env)).toMatchObject({
      url: new URL('https://p.example.com/base/'),
      clientId: 'id',
      clientSecret: 'secret',
      account: 'admin',
      password: 'hidden',
      write: false,
      json: false,
      only: [],
      timeout: 10_000,
    })
    expect(readArguments(['--help'], {} as unknown as NodeJS.ProcessEnv)).toBeUndefined()
    expect(groups.every((name) => help.includes(name))).toBe(true)
  })

  test('EDGE-15 of several secrets in the environment the one that the console says is sent', () => {
    const rotating = { ...credentials, PLATFORM_CLIENT_SECRET: 'new, old' }
    expect(readArguments(['http://a'], rotating)?.clientSecret).toBe('new')
  })

  test.each([
    [[], /address is missing/],
    [['p.example.com'], /no address of a platform/],
    [['ftp://p.example.com'], /no address of a platform/],
    [['http://a', 'http://b'], /Only one address/],
    [['http://a', '--only', 'accounts'], /no group accounts/],
    [['http://a', '--timeout', 'x'], /--timeout/],
    [['http://a', '--writes'], /--writes/],
  ])('EDGE-15 %j is refused by name', (args, message) => {
    expect(() => readArguments(args, credentials)).toThrow(message)
  })

  test('EDGE-15 missing client credentials are named with their variable', () => {
    const none = {} as unknown as NodeJS.ProcessEnv
    expect(() => readArguments(['http://a'], none)).toThrow(/--client-id/)
  })
})

group('what leaves the conformance run', () => {
  test('EDGE-15 passwords are never shown, names and numbers of people by their beginning', () => {
    expect(describe('lihua', 'account')).toBe('the text "li***"')
    expect(describe(13_800_000_000, 'phone')).toBe('a number of 11 digits')
    expect(describe('conformance-1', 'name')).toBe('the text "conformance-1"')
    expect(describe('x'.repeat(90), 'code')).toBe(`the text "${'x'.repeat(40)}…"`)
    expect(maskedAddress('/sys/user/page/list?account=lihua&page=2')).toBe(
      '/sys/user/page/list?account=li***&page=2',
    )
    expect(
      maskedBody({ secret: 'abc', nested: { password: 'x', phone: '13800000000' }, ids: ['1', '2', '3'] }),
    ).toBe('{"secret":"***","nested":{"password":"***","phone":"13***"},"ids":["1","2","… 3 in all"]}')
  })

  test('EDGE-15 a token that the platform repeats is taken out', () => {
    const findings = new Findings()
    findings.secrets.add('t0k3n')
    findings.difference({
      call: 'online.list',
      at: 'msg',
      sent: 'GET',
      contract: 'c',
      came: 'your t0k3n is bad',
    })
    expect(findings.differences[0]?.came).toBe('your *** is bad')
  })
})

test('EDGE-15 data that break the contract are told with their exact place, each kind once', () => {
  const row = { id: 1, account: 'a', enabled: 1 }
  const data = {
    content: [row, { ...row, id: 'a b' }, { ...row, id: 'c d', enabled: 'yes' }, { id: 4, enabled: true }],
    meta: { page: 1, limit: 10, count: 'four' },
  }
  expect(readData(paged(accountRow), data)).toEqual({
    faults: [
      { at: 'data.content[1].id', contract: expect.stringContaining('an id'), came: 'the text "a b"' },
      { at: 'data.content[2].enabled', contract: expect.stringContaining('a flag'), came: 'the text "yes"' },
      { at: 'data.content[3].account', contract: 'a text or a number', came: 'nothing' },
      { at: 'data.meta.count', contract: 'a whole number', came: 'the text "four"' },
    ],
  })
})

test('EDGE-15 what may be missing is told with all that it may be', () => {
  const { faults } = readData(listOf(accountRow), [{ id: 1, account: 'a', enabled: 1, locked: 'TRUE' }]) as {
    faults: { at: string; contract: string }[]
  }
  expect(faults).toMatchObject([
    { at: 'data[0].locked', contract: 'a flag: true, false, 0 or 1 or an empty text' },
  ])
})

test('EDGE-15 what is wrong on each level of a tree is told once', () => {
  const node = { id: 1, name: 'A', type: 2, enabled: 'Y' }
  const { faults } = readData(listOf(menuRow), [
    { ...node, children: [{ ...node, children: [{ ...node, sort: 'x' }] }] },
  ]) as { faults: { at: string }[] }
  expect(faults.map(({ at }) => at)).toEqual(['data[0].enabled', 'data[0].children[0].children[0].sort'])
})

test('EDGE-15 the code of an answer may be a text, as the console takes it', () => {
  const body = Buffer.from('{"code":"102001","msg":"no","data":null}')
  expect(envelopeOf({ status: 200, headers: {}, body, at: new Date() })).toMatchObject({ code: 102001 })
  expect(
    envelopeOf({ status: 200, headers: {}, body: Buffer.from('{"code":"E1"}'), at: new Date() }),
  ).toBeUndefined()
})

test('EDGE-15 a platform that does not answer ends the run with what to do', async () => {
  const { ended, findings } = await lookAt(
    {
      ...{ url: new URL('http://127.0.0.1:9'), clientId: 'a', clientSecret: 'b', timeout: 1000 },
      ...{ organization: undefined, system: undefined, write: false, only: [] },
    },
    { person: { account: 'a', password: 'secret', answerCaptcha: async () => '1' } },
  )
  expect(ended?.message).toContain('does not answer')
  expect(ended?.fix).toContain('Check address and port')
  expect(findings.differences).toEqual([])
})

test('EDGE-15 the run knows the contract, and nothing of the platform that comes along', () => {
  const files = globSync('tools/conformance/**/*.ts')
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    expect(readFileSync(file, 'utf8'), file).not.toMatch(
      /from '(?:#platform|#lib\/server|#app|#components|.*\/platform\/)/,
    )
  }
})

group('a platform that counts calls', () => {
  const answer = (status: number, headers: object = {}) => ({
    ...{ status, headers: { 'content-type': 'image/png', ...headers }, at: new Date() },
    body: smallPicture,
  })
  /** Reads a captcha of a platform that gives these answers, one after the other. */
  async function captchaOf(...answers: object[]) {
    const wire = { send: async () => answers.shift() } as unknown as Wire
    const findings = new Findings()
    const probe = new Probe({ findings, wire, client: { id: 'id', secret: 'secret' } })
    const picture = await readPicture(probe, 'session.captcha', { query: { key: '1' } })
    return [picture?.length, findings.differences]
  }
  const soon = { 'retry-after': '1' }

  test('EDGE-15 it is asked again when it says, and differs in nothing', async () => {
    expect(await captchaOf(answer(429, soon), answer(200))).toEqual([smallPicture.length, []])
  })

  test.each([{}, { 'retry-after': '3600' }, { 'retry-after': 'later' }])(
    'EDGE-15 where it says %j, that is why the run ends',
    async (headers) => {
      await expect(captchaOf(answer(429, headers))).rejects.toThrow(/limits how many calls/)
    },
  )
})

test('EDGE-15 HOLD-7 all rows of a list may take as long as they come; another answer may not', async () => {
  const server = createServer(async ({ url }, response) => {
    response.setHeader('content-type', url === '/rows' ? 'application/x-ndjson' : 'application/json')
    for (let row = 0; row < 8; row += 1) {
      response.write('[]\n')
      await sleep(100)
    }
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const wire = new Wire(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), 400)
  const send = (path: string) => wire.send({ method: 'GET', path, headers: {} })
  expect((await send('/rows')).body.toString()).toBe('[]\n'.repeat(8))
  await expect(send('/page')).rejects.toThrow('no answer within 0.4 s')
  wire.close()
  server.close()
})
