import * as roles from '#contracts/role'
import { api } from '#lib/api'

/** The list's own calls; they come with the first press. */

/** How many accounts hold a role and lose it with a delete; nothing where the platform does not tell. */
export async function holders(id: string): Promise<number | undefined> {
  const role = await api(roles.detail, { params: { id } })
  return role.accountCount ?? undefined
}

export function remove(id: string): Promise<unknown> {
  return api(roles.remove, { params: { id } })
}
