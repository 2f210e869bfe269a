import { type AccountDetail, type Membership, usersRoles } from '#contracts/account'
import { api } from '#lib/api'

/** Whether it may be changed here; what may not stays as it is. */
export const isOurs = ({ isControl }: Membership) => isControl !== 0

/**
 * The roles that an account keeps with these organizations: those of one that goes go along, and named in an update they would
 * be roles from elsewhere, while an update without any may be read as one that takes all.
 * @throws CallError where nobody tells which of them belong to what stays
 */
export async function rolesKept(
  { id, userOrgList, usersRoleList, roles }: AccountDetail,
  kept: ReadonlySet<unknown>,
): Promise<string[]> {
  const ours = userOrgList.filter(isOurs)
  const staying = ours.filter(({ orgId }) => kept.has(orgId))
  if (staying.length === ours.length || usersRoleList.length === 0) return usersRoleList
  const places = new Map(roles?.map((role) => [role.id, role.orgId]))
  if (usersRoleList.every((role) => places.has(role))) {
    return usersRoleList.filter((role) => kept.has(places.get(role)))
  }
  const held = await Promise.all(
    staying.map(({ orgId }) => api(usersRoles, { query: { userId: id, orgId } })),
  )
  return held.flat().map(({ roleId }) => roleId)
}
