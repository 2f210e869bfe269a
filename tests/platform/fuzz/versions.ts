import * as accounts from '#contracts/account'
import * as applications from '#contracts/apply'
import type { Endpoint } from '#contracts/endpoint'
import * as menus from '#contracts/menu'
import * as organizations from '#contracts/organization'
import { type EndpointName, endpoints } from '#contracts/registry'
import type { Platform } from '../harness.ts'
import type { Spare } from './spare.ts'

const detailOf = (key: string): Endpoint => endpoints[`${key}.detail` as EndpointName]

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
    ...Object.entries(spare.own).map(([key, id]) => ({ endpoint: detailOf(key), id })),
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
