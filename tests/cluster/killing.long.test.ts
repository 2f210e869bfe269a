import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contextText } from '#lib/page-context'
import { captcha, password } from '../../bench/lib/bench-stack.mjs'
import type { Cluster } from '../../scripts/lib/cluster/cluster.mjs'
import { type Answer, browserAt } from './browser.ts'
import { killInTurns, startForKilling } from './killing.ts'

/** `KILLING_SECONDS=120` for two minutes. */
const duration = Number(process.env.KILLING_SECONDS ?? 45) * 1000
const memberships = z.array(z.object({ orgId: z.string(), orgCode: z.string() }))
const rows = z.array(z.object({ id: z.string(), code: z.string() }))
const named = (list: unknown, code: string) => z.parse(rows, list).find((row) => row.code === code)?.id
const place = z.object({ place: z.object({ userId: z.string(), orgId: z.string(), systemId: z.string() }) })
const contextOf = ({ data }: Answer) => contextText(z.parse(place, data).place)
const wrong = [...password].reverse().join('')
/** What is said of an account that is locked. */
const locked = /失败次数过多/

describe('two machines', () => {
  let cluster: Cluster | undefined
  beforeAll(async () => {
    cluster = await startForKilling()
  })
  afterAll(() => cluster?.stop())
  const there = () => {
    if (cluster === undefined) throw new Error('the cluster has not started')
    return cluster
  }
  /** A browser that asks the consoles themselves, in turns. */
  const browser = () =>
    browserAt(
      there().consoles.map(({ settings }) => settings.port),
      there().url,
    )

  test('HOLD-3 a captcha that one console showed is taken by the other, once', async () => {
    const { ask, drawCaptcha, signIn } = browser()
    const key = await drawCaptcha(0)
    const body = { username: 'operator', secret: password, code: captcha, key }
    expect((await signIn(1, body)).status).toBe(200)
    expect((await signIn(0, body)).status).not.toBe(200)
    expect((await ask(0, '/api/auth/info')).code).toBe(0)
    expect((await ask(1, '/api/auth/info')).code).toBe(0)
  })

  test('HOLD-3 wrong passwords are counted wherever they are tried, and lock the account everywhere', async () => {
    const { drawCaptcha, signIn } = browser()
    const answers: Answer[] = []
    for (let at = 0; at < 7; at += 1) {
      const key = await drawCaptcha(at % 2)
      const secret = at < 5 ? wrong : password
      answers.push(await signIn(at % 2, { username: 'field', secret, code: captcha, key }))
    }
    expect(answers.map(({ status }) => status)).not.toContain(200)
    for (const { msg } of answers.slice(5)) expect(msg).toMatch(locked)
  })

  test('HOLD-3 a tab whose session went elsewhere at one console is refused by the other', async () => {
    const { ask, drawCaptcha, signIn } = browser()
    const key = await drawCaptcha(0)
    await signIn(0, { username: 'operator', secret: password, code: captcha, key })
    const { data: organizations } = await ask(0, '/api/sys/org/page/listUserOrg')
    const orgId = z.parse(memberships, organizations).find(({ orgCode }) => orgCode === 'EAST')?.orgId
    const { data: systems } = await ask(1, `/api/sys/user/app/list?orgId=${orgId}`)
    const enter = (at: number, code: string) =>
      ask(at, '/api/session/enter', {}, { orgId, systemId: named(systems, code) })
    const list = (at: number, tab: string) =>
      ask(at, '/api/sys/dept/page/list?pageNo=1&pageSize=10', { 'x-context': tab })
    const tab = contextOf(await enter(0, 'uia'))
    expect((await list(1, tab)).code).toBe(0)
    await enter(0, 'ems')
    for (const at of [0, 1]) expect((await list(at, tab)).data).toHaveProperty('movedTo')
  })

  test('HOLD-3 a console and a platform are killed every few seconds: no read fails, no write is lost or done twice, nobody is signed out', async () => {
    const { kills, found, reads, failed, signedOut } = await killInTurns(there(), duration)
    expect(kills).toBeGreaterThan(2)
    expect(reads).toBeGreaterThan(100)
    expect(failed).toEqual([])
    expect(found).toMatchObject({ lost: [], twice: [], 'stored though told unchanged': [], refused: [] })
    expect(signedOut).toBe(0)
  })
})
