import { viewAs } from '#contracts/account'
import { beginSession, viewLifetime } from '#platform/kernel/auth/tokens'
import { second } from '#platform/kernel/clock'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { badField, notPermitted } from '#platform/kernel/refusal'
import { lockedAccount } from './record.ts'

export const viewRoutes: readonly Route[] = [
  handle(viewAs, async (call) => {
    const { db, person, tokenHash, body, changed } = call
    if (!person.superIdentification) throw notPermitted()
    const account = await lockedAccount(call, body.userId)
    if (!account.enabled || account.super) throw badField('userId', 'viewImpossible')
    const place = await db
      .selectFrom('membership as m')
      .innerJoin('organization as o', 'o.id', 'm.org_id')
      .where('m.account_id', '=', account.id)
      .where('m.org_id', '=', body.orgId)
      .where('o.enabled', '=', true)
      .select(['o.id', 'o.name'])
      .executeTakeFirst()
    if (place === undefined) throw badField('orgId', 'viewElsewhere')
    const token = await beginSession(db, account.id, call, tokenHash)
    changed({ subject: { id: account.id, name: account.account }, after: { orgId: place } })
    return { access_token: token, expires_in: viewLifetime / second }
  }),
]
