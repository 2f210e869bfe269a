import { expect, test } from 'vitest'
import { causeOf, jsonLog } from '#platform/kernel/log'
import { smsDelivery } from '#platform/kernel/sms-delivery'

const lines: string[] = []
const log = jsonLog('warn', { write: (line) => lines.push(line) })
const written = () => lines.splice(0).map((line) => JSON.parse(line))

test('an entry is one JSON line with time, level and event, from the least level upwards', () => {
  log.debug('not told')
  log.info('not told')
  log.warn('lost', { address: '10.0.0.1', lines: 'a\nb' })
  log.error('gone')
  expect(lines.every((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1)).toBe(true)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(written()).toEqual([
    { level: 'warn', time, event: 'lost', address: '10.0.0.1', lines: 'a\nb' },
    { level: 'error', time, event: 'gone' },
  ])
})

test('a secret that is handed in all the same is left out', () => {
  log.warn('refused', { account: 'ann', password: 'Atrium2026', token: 't', authorization: 'Bearer t' })
  expect(written()).toEqual([{ level: 'warn', time: expect.any(String), event: 'refused', account: 'ann' }])
})

test('of a failure its name, message, code and stack are told, and no data of the database', () => {
  const failure = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (phone)=(13800138000)',
  })
  log.error('failed', causeOf(failure))
  const [entry] = written()
  expect(entry).toMatchObject({ name: 'Error', message: 'duplicate key', code: '23505' })
  expect(JSON.stringify(entry)).not.toContain('13800138000')
})

test('OPS-6 a code that is shown in the log only is shown whatever its level', async () => {
  const quiet = jsonLog('error', { write: (line) => lines.push(line) })
  quiet.setLevel('error')
  expect(
    await smsDelivery(undefined, quiet)({ phone: '13800000000', code: '471100', locale: 'en' }, 'ann'),
  ).toBe('sent')
  quiet.info('not told')
  expect(written()).toEqual([
    { level: 'info', time: expect.any(String), event: 'sms code', account: 'ann', code: '471100' },
  ])
})
