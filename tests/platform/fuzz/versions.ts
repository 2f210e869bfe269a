import * as accounts from '#contracts/account'
import * as applications from '#contracts/apply'
import * as departments from '#contracts/department'
import * as menus from '#contracts/menu'
import * as organizations from '#contracts/organization'
import * as roles from '#contracts/role'
import type { Platform } from '../harness.ts'
import type { Spare } from './spare.ts'

interface Records {
  accounts: readonly string[]
  organizations: readonly string[]
}

/** The versions of some records, as their details answer them. */
export async function versionsOf(
  platform: Platform,
  { accounts: accountIds, organizations: organizationIds }: Records,
  spare: Spare,
): Promise<Map<string, string>> {
  const details = [
    ...accountIds.slice(0, 10).map((id) => ({ endpoint: accounts.detail, id })),
    ...organizationIds.map((id) => ({ endpoint: organizations.detail, id })),
    { endpoint: departments.detail, id: spare.department },
    { endpoint: roles.detail, id: spare.role },
    { endpoint: applications.detail, id: spare.application },
  ]
  const admin = { as: 'admin', org: 'EAST' }
  const versions = new Map<string, string>()
  for (const { endpoint, id } of details) {
    const { data } = await platform.call(endpoint, admin, { params: { id } })
    versions.set(id, data.version ?? '')
  }
  const { data } = await platform.call(menus.tree, admin)
  const walk = (nodes: readonly menus.MenuRow[]) => {
    for (const { id, version, children } of nodes) {
      if (version) versions.set(id, version)
      walk(children ?? [])
    }
  }
  walk(data)
  return versions
}
