import { sql } from 'kysely'
import type { Reach } from '#platform/kernel/auth/authority'
import type { Caller } from '#platform/kernel/http/call'
import { newId } from '#platform/kernel/ids'
import { messageText } from '#platform/kernel/messages'

/**
 * Whoever adds an organization without being a super administrator becomes its first member, with a role that holds
 * what theirs hold where they work: otherwise nobody of theirs could see what they have just made. Gives what is to be
 * told of it in the operation log.
 */
export async function addOwner(
  { db, person, business, locale, now }: Caller & Reach,
  orgId: string,
): Promise<Record<string, unknown>> {
  if (person.superIdentification) return {}
  const role = { id: newId(now), name: messageText(locale, 'ownerRole') }
  await db.insertInto('membership').values({ account_id: person.id, org_id: orgId }).execute()
  await db
    .insertInto('role')
    .values({ ...role, org_id: orgId, created_time: now })
    .execute()
  await sql`
    insert into role_node (role_id, node_id)
    select distinct ${role.id}, rn.node_id
    from account_role ar join role_node rn on rn.role_id = ar.role_id
    where ar.account_id = ${person.id} and ar.org_id = ${business.orgId ?? null}`.execute(db)
  await db
    .insertInto('account_role')
    .values({ account_id: person.id, org_id: orgId, role_id: role.id })
    .execute()
  return { accounts: [{ id: person.id, name: person.account }], roles: [{ ...role, orgId }] }
}
