import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rolesKept } from '#app/(console)/account/roles-kept.ts'
import { type AccountDetail, usersRoles } from '#contracts/account'

/** The roles in each organization, as `usersRoles` answers them; nothing for who may not read them. */
let held: Record<string, string[] | undefined> = {}
let asked: string[] = []

beforeEach(() => {
  asked = []
  vi.stubGlobal('document', { documentElement: { dataset: { timeout: '10000' } } })
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://console')
    asked.push(`${pathname.slice(-usersRoles.path.length)} ${searchParams}`)
    const roles = held[searchParams.get('orgId') ?? '']
    const status = roles === undefined ? 403 : 200
    const data = roles?.map((roleId) => ({ roleId })) ?? null
    return new Response(JSON.stringify({ code: roles === undefined ? 403 : 0, msg: '', data }), { status })
  })
})
afterEach(() => vi.unstubAllGlobals())

const account: AccountDetail = {
  ...{ id: '7', account: 'li', enabled: true, usersRoleList: ['e', 'w'] },
  userOrgList: [{ orgId: 'EAST' }, { orgId: 'WEST' }, { orgId: 'ELSE', isControl: 0 }],
}
const role = (id: string, orgId: string) => ({ id, orgId, name: id })

describe('ACC-7 an account that leaves an organization', () => {
  test('keeps its other roles, as its detail tells whose they are', async () => {
    const told = { ...account, roles: [role('e', 'EAST'), role('w', 'WEST'), role('x', 'ELSE')] }
    expect(await rolesKept(told, new Set(['WEST']))).toEqual(['w'])
    expect(await rolesKept(told, new Set())).toEqual([])
    expect(asked).toEqual([])
  })

  test('keeps them where the specification’s own call tells it', async () => {
    held = { EAST: ['e'], WEST: ['w'] }
    for (const given of [account, { ...account, roles: [role('e', 'EAST')] }]) {
      expect(await rolesKept(given, new Set(['WEST', 'NEW']))).toEqual(['w'])
    }
    expect(asked).toEqual(Array(2).fill(`${usersRoles.path} userId=7&orgId=WEST`))
  })

  test('is not saved by who may not read them: they would be lost', async () => {
    held = {}
    await expect(rolesKept(account, new Set(['WEST']))).rejects.toMatchObject({ code: 403 })
  })

  test('needs nobody to tell where nothing goes, or it has none', async () => {
    expect(await rolesKept(account, new Set(['EAST', 'WEST', 'NEW']))).toEqual(['e', 'w'])
    expect(await rolesKept({ ...account, usersRoleList: [] }, new Set(['EAST']))).toEqual([])
    expect(asked).toEqual([])
  })
})
