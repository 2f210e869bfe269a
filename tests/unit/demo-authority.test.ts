import { describe, expect, test } from 'vitest'
import { type Ask, alarms, asked, call, ems, held, state, unhandled, wms } from './demo-systems.ts'

describe('authority', () => {
  test('MICRO-3 without a token, and with one that the platform does not know, nothing is told', async () => {
    expect(await call(`${ems}/ems/stations`)).toEqual({
      status: 401,
      code: 102001,
      msg: '请先登录',
      data: null,
    })
    expect(asked).toEqual([])
    const unknown = await call(`${ems}/ems/stations`, { as: 'stranger', locale: 'en-US' })
    expect(unknown).toEqual({ status: 401, code: 102001, msg: 'Please sign in', data: null })
    expect(await call(`${wms}/wms/stock`, { as: 'stranger' })).toMatchObject({ status: 401, code: 102001 })
  })

  test('MICRO-3 PERM-1 each call takes its own button code', async () => {
    const calls: [string, Ask][] = [
      [`${ems}/ems/stations`, {}],
      [`${ems}/ems/stations/1/dispatch`, { body: { mode: 'standby' } }],
      [`${ems}/ems/alarms`, {}],
      [`${ems}/ems/alarms/1`, {}],
      [`${ems}/ems/alarms/1/handle`, { body: { note: 'x' } }],
      [`${wms}/wms/stock`, {}],
      [`${wms}/wms/inbound`, { body: {} }],
    ]
    const statuses = (as: string) =>
      Promise.all(calls.map(async ([url, given]) => (await call(url, { ...given, as })).status))
    expect(await statuses('clerk')).toEqual([403, 403, 403, 403, 403, 403, 403])
    expect(await statuses('viewer')).toEqual([200, 403, 200, 200, 403, 200, 403])
    const refused = await call(`${ems}/ems/stations`, { as: 'clerk', locale: 'en-US' })
    expect(refused).toMatchObject({ code: 403, msg: 'You are not permitted to do this', data: null })
  })

  test('WHY-3 whoever looks on in somebody’s place reads what they may, and changes nothing', async () => {
    held.onlooker = held.operator ?? {}
    expect(await unhandled({ as: 'onlooker' })).toBeGreaterThan(0)
    for (const [url, body] of [
      [`${ems}/ems/stations/1/dispatch`, { mode: 'standby' }],
      [`${wms}/wms/inbound`, {}],
    ] as const) {
      const refused = await call(url, { as: 'onlooker', body, locale: 'en-US' })
      expect(refused).toMatchObject({
        status: 403,
        code: 403,
        msg: expect.stringMatching(/as somebody else/),
      })
    }
  })

  test('PERM-5 an organization that is not the person’s is refused in the platform’s words', async () => {
    const refused = await call(`${ems}/ems/stations`, { as: 'viewer', org: 'WEST', locale: 'en-US' })
    expect(refused).toEqual({ status: 403, code: 403, msg: 'You are not permitted', data: null })
    expect(await unhandled({ as: 'viewer', org: 'EAST' })).toBeGreaterThan(0)
  })

  test('PERM-1 a super administrator may do everything', async () => {
    expect((await call(`${ems}/ems/stations`, { as: 'admin', org: 'NORTH' })).code).toBe(0)
    const order = { as: 'admin', org: 'NORTH', body: { mode: 'charge', power: 10 } }
    expect((await call(`${ems}/ems/stations/1/dispatch`, order)).code).toBe(0)
    expect(asked).not.toContain('/sys/system/permission/mainMenu')
  })

  test('EDGE-8 a right taken away is gone after 5 seconds for reading, at once for writing', async () => {
    const read = () => call(`${ems}/ems/stations`, { as: 'viewer' })
    expect((await read()).code).toBe(0)
    const once = asked.length
    state.clock = 4_999
    expect((await read()).code).toBe(0)
    expect(asked).toHaveLength(once)
    held.viewer = { EAST: [] }
    state.clock = 5_000
    expect((await read()).code).toBe(403)
    expect((await alarms('')).code).toBe(0)
    held.operator = { EAST: ['ems.alarms.search'] }
    const order = { as: 'operator', body: { mode: 'standby' } }
    expect((await call(`${ems}/ems/stations/1/dispatch`, order)).code).toBe(403)
  })

  test('MICRO-4 a platform that is down is no refusal, and is asked again', async () => {
    state.isDown = true
    const down = await call(`${ems}/ems/stations`, { as: 'viewer', locale: 'en-US' })
    expect(down).toMatchObject({ status: 503, code: 500 })
    state.isDown = false
    expect((await call(`${ems}/ems/stations`, { as: 'viewer' })).code).toBe(0)
  })
})
