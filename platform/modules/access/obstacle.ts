import { sql } from 'kysely'
import { type AccessObstacle, codesIn } from '#contracts/access'
import { granting } from '#platform/kernel/auth/authority'
import type { Queries } from '#platform/kernel/db/schema'
import type { Account } from '#platform/modules/account/record'
import type { Asked } from './holders.ts'

/** Why the account lacks the permission in the organization: the first that holds, in the order in which one would mend it. */
export async function obstacleOf(
  db: Queries,
  account: Pick<Account, 'id' | 'enabled'>,
  { orgId, codes, entry }: Asked,
): Promise<AccessObstacle> {
  if (!account.enabled) return 'accountDisabled'
  const { rows } = await sql<Record<'enabled' | 'member' | 'known' | 'held', boolean>>`
    with recursive ${granting(codesIn(codes), entry)}
    select
      exists (select 1 from organization where id = ${orgId} and enabled) as enabled,
      exists (select 1 from membership where account_id = ${account.id} and org_id = ${orgId}) as member,
      exists (select 1 from granting) as known,
      exists (
        select 1 from account_role ar join role_node rn on rn.role_id = ar.role_id
        join granting n on n.id = rn.node_id
        where ar.account_id = ${account.id} and ar.org_id = ${orgId}) as held`.execute(db)
  const found = rows[0]
  if (found?.enabled !== true) return 'organizationDisabled'
  if (!found.member) return 'notMember'
  if (!found.known) return 'codeUnknown'
  return found.held ? 'entryDisabled' : 'noRole'
}
