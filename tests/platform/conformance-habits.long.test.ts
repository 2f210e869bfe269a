import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { at, changed, jsonOf, look, places, platform, served } from './conformance.ts'
import type { Spoil, Told } from './over-http.ts'

/** Every answer of JSON, in another dress. */
const dressed =
  (how: (told: Told) => Partial<Told>): Spoil =>
  async (asked, ask) => {
    const told = await ask(asked)
    return jsonOf(told) === undefined ? told : { ...told, ...how(told) }
  }
const only = ['department']

describe('a platform with habits of its own', () => {
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

  test('EDGE-15 what the console reads as well is no difference: a byte order mark, blanks around, an encoding in capitals', async () => {
    const bytes = ({ body }: Told) => Buffer.from(`\uFEFF \r\n${body.toString()}\n\n `)
    served.spoil(
      dressed((told) => ({
        body: gzipSync(bytes(told)),
        headers: { ...told.headers, 'content-encoding': 'GZIP ' },
      })),
    )
    expect(places(await look({ only }))).toEqual([])
  })

  test('EDGE-15 texts that are not UTF-8 are told with the charset that is named', async () => {
    const gbk = Buffer.from([0xbb, 0xaa])
    served.spoil(
      at('/sys/dept/page/list', ({ body }) => ({
        status: 200,
        headers: { 'content-type': 'application/json;charset=GBK' },
        body: Buffer.concat([
          Buffer.from(body.toString().replace(/"code":0.*/s, '"code":0,"msg":"')),
          gbk,
          Buffer.from(body.toString().replace(/.*"code":0,"msg":"/s, '')),
        ]),
      })),
    )
    const { findings } = await look({ only })
    expect(findings.differences).toMatchObject([
      { call: 'department.list', at: 'encoding', came: 'other bytes (charset=GBK)' },
    ])
  })

  test('EDGE-15 who is signed in cannot be read: nobody else’s sessions are asked for in their place', async () => {
    served.spoil(
      at('/auth/info', (told) =>
        changed(told, (data) => ({ ...(data as object), createdTime: [2026, 11, 27] })),
      ),
    )
    expect(places(await look({ only: ['account'] }))).toEqual(['session.currentUser: data.createdTime'])
  })
})
