import { createServer } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { sendSmsCode, update } from '#contracts/user'
import { sweep } from '#platform/cleanup'
import { day, hour, minute, second } from '#platform/kernel/clock'
import { serve } from '../serve.ts'
import { auditKeys } from './databases.ts'
import { refusedFields, testPlatform } from './harness.ts'
import { change, from, logged, type Me, me, newPerson, phone, platform, stored } from './own-account.ts'

/** A gateway for SMS codes as an operator has one; `behave` says how it answers. */
const received: { body: Record<string, string>; type: string | undefined }[] = []
let behave: 'accept' | 'refuse' | 'redirect' = 'accept'
const gateway = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString()
    received.push({ body: text === '' ? {} : JSON.parse(text), type: request.headers['content-type'] })
    const status = { accept: 202, refuse: 503, redirect: 307 }[behave]
    response.writeHead(status, behave === 'redirect' ? { location: '/elsewhere' } : {}).end()
  })
})
const { origin, stop } = await serve(gateway)
afterAll(stop)

const withGateway = testPlatform({ smsWebhookUrl: `${origin}/send` })

const ask = (number = phone, person = me, address?: string) =>
  platform.call(sendSmsCode, from(person, address), { query: { phone: number } })

/** The code that a person was sent last, read where only the operator can. */
function codeOf(person = me): string {
  const lines = platform.log.map((line): Record<string, string> => JSON.parse(line))
  return lines.findLast(({ event, account }) => event === 'sms code' && account === person.as)?.code ?? ''
}
const other = (code: string) => (code === '000000' ? '111111' : '000000')

describe('the own phone', () => {
  test('ME-5 a code of six digits for exactly this phone changes it, once', async () => {
    expect((await ask()).code).toBe(0)
    const code = codeOf()
    expect(code).toMatch(/^\d{6}$/)
    expect((await change({ phone, smsCode: code })).code).toBe(0)
    expect((await stored()).phone).toBe(phone)
    expect((await logged()).map(({ changes }) => changes)).toEqual([
      { phone: { before: '138****0000', after: '138****2222' } },
    ])
    expect(await change({ phone, smsCode: code })).toMatchObject({
      status: 400,
      data: [{ field: 'smsCode', message: 'The SMS code is wrong or has expired' }],
    })
  })

  test('ME-5 a phone that another account has is allowed', async () => {
    const neighbour = await newPerson(platform)
    await platform.set('account', { id: neighbour.id }, { phone })
    await ask()
    expect((await change({ phone, smsCode: codeOf() })).code).toBe(0)
  })

  test('ME-5 a code for another phone, or of another person, is none', async () => {
    const neighbour = await newPerson(platform)
    await ask()
    const code = codeOf()
    expect(refusedFields(await change({ phone: '13911112222', smsCode: code }))).toEqual(['smsCode'])
    expect(refusedFields(await change({ phone, smsCode: code }, neighbour))).toEqual(['smsCode'])
    expect((await stored()).phone).toBe('13800000000')
    expect((await change({ phone, smsCode: code })).code).toBe(0)
  })

  test('ME-5 after five wrong tries, at the same moment too, the code is void', async () => {
    await ask()
    const code = codeOf()
    await Promise.all(Array.from({ length: 4 }, () => change({ phone, smsCode: other(code) })))
    const spent = 'The SMS code was entered wrongly too often. Please get a new one'
    expect(await change({ phone, smsCode: other(code) })).toMatchObject({ data: [{ message: spent }] })
    expect(await change({ phone, smsCode: code })).toMatchObject({ status: 400, data: [{ message: spent }] })
    platform.forward(minute)
    await ask()
    expect((await change({ phone, smsCode: codeOf() })).code).toBe(0)
  })

  test('ME-5 a code lives five minutes, and a new one ends the one before', async () => {
    await ask()
    const late = codeOf()
    platform.forward(5 * minute)
    expect(refusedFields(await change({ phone, smsCode: late }))).toEqual(['smsCode'])
    await ask()
    const earlier = codeOf()
    platform.forward(minute)
    await ask()
    if (earlier !== codeOf()) {
      expect(refusedFields(await change({ phone, smsCode: earlier }))).toEqual(['smsCode'])
    }
    expect((await change({ phone, smsCode: codeOf() })).code).toBe(0)
  })

  test('ME-5 one code a minute for a person and for a phone, also of two requests at once', async () => {
    const both = await Promise.all([ask(), ask()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429])
    expect(both.find(({ status }) => status === 429)?.msg).toBe(
      'A code was sent a moment ago. Try again in 60 seconds',
    )
    const neighbour = await newPerson(platform)
    expect((await ask('13911112222')).status).toBe(429)
    expect((await ask(phone, neighbour)).status).toBe(429)
    platform.forward(59 * second)
    expect((await ask()).msg).toBe('A code was sent a moment ago. Try again in 1 second')
    platform.forward(second)
    const several = await Promise.all(Array.from({ length: 6 }, () => ask()))
    expect(several.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('ME-5 ten codes a day for a person, twenty for an address', async () => {
    const address = '203.0.113.77'
    const neighbours = [await newPerson(platform), await newPerson(platform)]
    for (const neighbour of neighbours) {
      for (let count = 0; count < 10; count += 1) {
        platform.forward(minute)
        expect((await ask(phone, neighbour, address)).code).toBe(0)
      }
    }
    platform.forward(minute)
    expect((await ask(phone, neighbours[0], '203.0.113.78')).msg).toBe(
      'Too many codes were requested. Try again in 24 hours',
    )
    expect((await ask(phone, me, address)).status).toBe(429)
    expect((await ask(phone, me, '203.0.113.78')).code).toBe(0)
    platform.forward(day)
    expect((await ask(phone, neighbours[0], address)).code).toBe(0)
  })

  test.each(['', '60000000', '1381111222a', '+85213811112222', '138 1111 22223'])(
    'ME-5 VALID-2 no code is sent to %j',
    async (number) => {
      const lines = platform.log.filter((line) => line.includes('sms code')).length
      expect(refusedFields(await ask(number))).toEqual(['phone'])
      expect(platform.log.filter((line) => line.includes('sms code'))).toHaveLength(lines)
    },
  )

  test('ME-5 codes are stored as a hash, and what ran out is swept', async () => {
    await ask()
    const code = codeOf()
    const rows = () => platform.rows('sms_code', { account_id: me.id })
    expect(JSON.stringify(await rows())).not.toContain(code)
    await sweep(platform.db, platform.now(), { logRetentionDays: 180, auditKeys })
    expect(await rows()).toHaveLength(1)
    platform.forward(2 * day)
    await sweep(platform.db, platform.now(), { logRetentionDays: 180, auditKeys })
    expect(await rows()).toEqual([])
    expect(await platform.rows('quota')).toEqual([])
  })
})

describe('with a gateway', () => {
  const askGateway = (person: Me) => withGateway.call(sendSmsCode, { as: person.as }, { query: { phone } })
  const inLog = () => withGateway.log.filter((line) => line.includes('"sms code"'))

  test('ME-5 the code goes to the gateway and not into the log', async () => {
    const person = await newPerson(withGateway)
    expect((await askGateway(person)).code).toBe(0)
    const [sent] = received.splice(0)
    expect(sent).toEqual({
      type: 'application/json',
      body: { phone, code: expect.stringMatching(/^\d{6}$/), locale: 'en' },
    })
    expect(inLog()).toEqual([])
    expect(withGateway.log.join('')).not.toContain(sent?.body.code)
    const body = { phone, smsCode: sent?.body.code }
    expect((await withGateway.call(update, { as: person.as }, { body })).code).toBe(0)
  })

  test('ME-5 a gateway that refuses, or sends elsewhere, is told; the wait does not begin', async () => {
    withGateway.forward(minute)
    const person = await newPerson(withGateway)
    for (const answer of ['refuse', 'redirect'] as const) {
      behave = answer
      expect(await askGateway(person)).toMatchObject({
        status: 500,
        msg: 'The code could not be sent, please try again later',
      })
      expect(received.splice(0)).toHaveLength(1)
    }
    expect(inLog()).toEqual([])
    behave = 'accept'
    expect((await askGateway(person)).code).toBe(0)
  })

  test('ME-5 HOLD-8 of what a gateway refuses twenty an hour are tried for a person', async () => {
    withGateway.forward(minute)
    const [person, neighbour] = [await newPerson(withGateway), await newPerson(withGateway)]
    received.splice(0)
    behave = 'refuse'
    for (let tried = 0; tried < 20; tried += 1) expect((await askGateway(person)).status).toBe(500)
    expect(received.splice(0)).toHaveLength(20)
    expect(await askGateway(person)).toMatchObject({
      status: 429,
      msg: 'Too many codes were requested. Try again in 1 hour',
    })
    expect(received).toEqual([])
    behave = 'accept'
    expect((await askGateway(neighbour)).code).toBe(0)
    withGateway.forward(hour)
    expect((await askGateway(person)).code).toBe(0)
  })
})
