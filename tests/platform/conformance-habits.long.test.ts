import { describe, expect, test } from 'vitest'
import { jsonOf, look, patience, platform, served } from './conformance.ts'
import type { Spoil, Told } from './over-http.ts'

/** Every answer of JSON, in another dress. */
const dressed =
  (how: (told: Told) => Partial<Told>): Spoil =>
  async (asked, ask) => {
    const told = await ask(asked)
    return jsonOf(told) === undefined ? told : { ...told, ...how(told) }
  }
const only = ['department']

describe('a platform with habits of its own', patience, () => {
  test('EDGE-15 one that says success by another code is told so, not that a password is wrong, and its session is ended', async () => {
    const live = async () =>
      (await platform.rows('session', {})).filter((row) => row.ended_at === null).length
    await look({ only: ['online'] })
    const before = await live()
    served.spoil(
      dressed((told) => {
        const body = { ...(jsonOf(told) as object) }
        return { body: JSON.stringify({ ...body, ...(jsonOf(told)?.code === 0 && { code: 200 }) }) }
      }),
    )
    const { ended, findings } = await look({ only })
    expect(ended?.message).toMatch(/^The platform says by code 200 that a call succeeded/)
    expect(ended?.fix).toContain('specification 8')
    expect(findings.differences).toEqual([])
    expect(await live()).toBe(before)
  })
})
