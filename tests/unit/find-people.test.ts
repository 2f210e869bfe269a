import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findPeople } from '#components/access/find-people'
import * as accounts from '#contracts/account'
import { find } from '#contracts/search'

const answer = (status: number, data: unknown) =>
  new Response(JSON.stringify({ code: status === 200 ? 0 : status, msg: '', data }), { status })

/** What is answered at each path, and what was asked for there. */
let answers: Record<string, () => Response> = {}
let asked: string[] = []
const noSearch = vi.fn()

beforeEach(() => {
  noSearch.mockClear()
  asked = []
  vi.stubGlobal('document', { documentElement: { dataset: { timeout: '10000' } } })
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://console')
    asked.push(`${pathname} ${searchParams.get('text') ?? searchParams.get('account')}`)
    const path = Object.keys(answers).find((one) => pathname.endsWith(one)) ?? ''
    return answers[path]?.() ?? answer(404, null)
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('WHY-1 whom an explanation is about', () => {
  const person = { id: '1', account: 'lin', name: '林' }

  test('is found as the palette finds people: by name, phone or account', async () => {
    answers = { [find.path]: () => answer(200, { accounts: [person], roles: [], organizations: [] }) }
    for (const text of ['林', '139', 'lin'])
      expect(await findPeople(text, noSearch)).toEqual([{ value: '1', text: '林 (lin)' }])
    expect(asked.map((one) => one.split(' ')[1])).toEqual(['林', '139', 'lin'])
    expect(await findPeople('', noSearch)).toEqual([])
    expect(asked).toHaveLength(3)
    expect(noSearch).not.toHaveBeenCalled()
  })

  test('is found by account where the platform has no search', async () => {
    const row = { ...person, phone: null, enabled: true, createdTime: '2026-11-20 08:00:00', userOrgList: [] }
    const meta = { page: 1, limit: 20, count: 1 }
    answers = { [accounts.list.path]: () => answer(200, { content: [row], meta }) }
    expect(await findPeople('lin', noSearch)).toEqual([{ value: '1', text: '林 (lin)' }])
    expect(noSearch).toHaveBeenCalledOnce()
  })

  test('is not taken for nobody where it could not be asked', async () => {
    answers = { [find.path]: () => answer(500, null) }
    await expect(findPeople('lin', noSearch)).rejects.toMatchObject({ code: 500 })
  })

  test('is nobody for whom may not see accounts', async () => {
    answers = { [find.path]: () => answer(403, null), [accounts.list.path]: () => answer(403, null) }
    expect(await findPeople('lin', noSearch)).toEqual([])
    expect(asked).toHaveLength(1)
  })
})
