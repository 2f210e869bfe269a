import { expect, test } from 'vitest'
import { asTimeZone } from '#lib/i18n/time-zone'
import { endOfMinute, instantOf, minuteOf, shownMinute, toldTime } from '#lib/i18n/zoned-time'
import { asInstants } from '#lib/search-instants'

test('OLOG-1 a time is taken in the person’s time zone', () => {
  expect(instantOf('2026-11-21T08:30', 'Asia/Shanghai')).toBe('2026-11-21T00:30:00.000Z')
  expect(instantOf('2026-11-21T08:30:15', 'UTC')).toBe('2026-11-21T08:30:15.000Z')
  expect(instantOf('2026-07-01T00:00', 'America/New_York')).toBe('2026-07-01T04:00:00.000Z')
  expect(instantOf('2026-12-01T00:00', 'America/New_York')).toBe('2026-12-01T05:00:00.000Z')
})

test('OLOG-1 around a change of clocks every time has its instant', () => {
  expect(instantOf('2026-03-08T01:59', 'America/New_York')).toBe('2026-03-08T06:59:00.000Z')
  expect(instantOf('2026-03-08T03:00', 'America/New_York')).toBe('2026-03-08T07:00:00.000Z')
  expect(instantOf('2026-03-08T02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z')
  expect(instantOf('2026-03-08T03:00', 'America/New_York', 'last')).toBe('2026-03-08T07:00:00.000Z')
})

test('OLOG-1 of an hour that the clocks show twice a range has both', () => {
  for (const [zone, from, to, first, last] of [
    ['Europe/Berlin', '2026-10-25T02:00', '2026-10-25T02:59', '2026-10-25T00:00', '2026-10-25T01:59'],
    ['America/New_York', '2026-11-01T01:00', '2026-11-01T01:59', '2026-11-01T05:00', '2026-11-01T06:59'],
    // The day's last hour.
    ['America/Santiago', '2026-04-04', '2026-04-04', '2026-04-04T03:00', '2026-04-05T03:59'],
  ] as const)
    expect(asInstants({ beginTime: from, endTime: to }, zone)).toEqual({
      beginTime: `${first}:00.000Z`,
      endTime: `${last}:59.999Z`,
    })
})

test('OLOG-1 what is no time is none, and the last minute counts whole', () => {
  for (const value of ['', 'yesterday', '2026-13-01T00:00', '2026-11-21', '2026-11-21T08:30Z']) {
    expect(instantOf(value, 'UTC'), value).toBeUndefined()
  }
  expect(instantOf(endOfMinute('2026-11-21T08:30'), 'UTC')).toBe('2026-11-21T08:30:59.999Z')
  expect(endOfMinute('2026-11-21T08:30:15')).toBe('2026-11-21T08:30:15')
})

/** As platforms and addresses spell it. */
const oneInstant = [
  '2026-11-21T00:30:15Z',
  '2026-11-21T00:30:15.000+00:00',
  '2026-11-21T01:30:15+01:00',
  '1795221015',
  '1795221015000',
]

test('LLOG-1 OLOG-1 ONLINE-1 a time that a platform tells without a zone is what the person’s clocks show', () => {
  const told = (time: string) => toldTime(time, 'Asia/Shanghai')?.toISOString()
  for (const time of ['2026-11-21 08:30:15', '2026-11-21T08:30:15', '2026-11-21T08:30:15.123456']) {
    expect(told(time), time).toBe('2026-11-21T00:30:15.000Z')
  }
  expect(told('2026-11-21')).toBe('2026-11-20T16:00:00.000Z')
  for (const time of oneInstant) {
    expect(told(time), time).toBe('2026-11-21T00:30:15.000Z')
  }
  for (const time of ['', '--', 'yesterday', '2026-13-01 00:00:00']) {
    expect(told(time), time).toBeUndefined()
  }
})

test('OLOG-1 a day alone is meant from its first minute to its last', () => {
  const whole = (['first', 'last'] as const).map((which) => minuteOf('2026-11-21', which))
  expect(whole).toEqual(['2026-11-21T00:00', '2026-11-21T23:59'])
  expect(instantOf(endOfMinute(whole[1] ?? ''), 'Asia/Shanghai')).toBe('2026-11-21T15:59:59.999Z')
  expect(minuteOf('2026-11-21T08:30', 'last')).toBe('2026-11-21T08:30')
})

test('OLOG-1 DAY-1 a field for minutes shows what an address says, as the person’s clocks do', () => {
  const shown = (given: string) => shownMinute(given, 'Asia/Shanghai', 'last')
  expect(shown('2026-11-21')).toBe('2026-11-21T23:59')
  expect(shown('2026-11-21T08:30')).toBe('2026-11-21T08:30')
  for (const instant of oneInstant) {
    expect(shown(instant), instant).toBe('2026-11-21T08:30')
  }
  expect(shown('nonsense')).toBe('nonsense')
})

test('I18N-2 a hostile time zone becomes the standard one', () => {
  expect(asTimeZone('Europe/Berlin')).toBe('Europe/Berlin')
  for (const value of [undefined, '', 'x'.repeat(500), '../../etc/passwd', 'Mars/Base']) {
    expect(asTimeZone(value)).toBe('Asia/Shanghai')
  }
})

test('DAY-1 EDGE-11 EDGE-12 page, file and rows chosen by a search mean the same moments: those of the person’s clocks', () => {
  const day = '2026-11-21'
  const text = { account: 'li', lastLoginFrom: day, lastLoginTo: `${day}T08:30`, endTime: day }
  expect({ ...text, ...asInstants(text, 'Asia/Shanghai') }).toEqual({
    account: 'li',
    lastLoginFrom: '2026-11-20T16:00:00.000Z',
    lastLoginTo: '2026-11-21T00:30:59.999Z',
    endTime: '2026-11-21T15:59:59.999Z',
  })
})

test('GUARD-14 LIST-7 OLOG-1 a time that an address writes in another way narrows the list all the same', () => {
  const moments = ['2026-11-21T08:00+08:00', '2026-11-21T08:00:00Z', '1763683200']
  for (const beginTime of moments)
    expect(asInstants({ beginTime, endTime: beginTime }, 'Asia/Shanghai')).toEqual({
      beginTime,
      endTime: beginTime,
    })
  expect(asInstants({ beginTime: '2026-11-21 08:00' }, 'Asia/Shanghai')).toEqual({
    beginTime: '2026-11-21T00:00:00.000Z',
  })
})
