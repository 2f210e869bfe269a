import { expect, test, vi } from 'vitest'
import { explain } from '#contracts/access'
import { grantOf } from '#contracts/permission'
import { pageOf } from '#lib/console-pages'

const asked: unknown[] = []
let held: string[] = []
let allowed = false
vi.mock('next/headers', () => ({ headers: async () => new Headers({ 'x-pathname': '/account/index' }) }))
vi.mock('#lib/server/page/request-context', () => ({
  requestContext: async () => ({
    ok: true,
    data: { session: { context: { orgId: 'o', orgName: 'East' } }, grant: grantOf(false, held) },
  }),
  read: async (endpoint: unknown) => {
    asked.push(endpoint)
    return { ok: true, data: { allowed, obstacle: undefined, givers: [] } }
  },
}))

test('WHY-1 who lacks a page is told why, and for who has it nobody is asked', async () => {
  const { whyNot } = await import('#lib/server/page/why-not')
  expect(await whyNot()).toMatchObject({ orgId: 'o', organization: 'East' })
  expect(asked).toEqual([explain])
  allowed = true
  expect(await whyNot(), 'in another system').toMatchObject({ orgId: 'o', allowed: true })
  asked.pop()
  held = [...pageOf('account').permissions]
  expect(await whyNot()).toBeUndefined()
  expect(asked).toEqual([explain])
})
