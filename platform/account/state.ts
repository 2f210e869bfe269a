import { sql } from 'kysely'
import * as accounts from '#contracts/account'
import { codes } from '#contracts/envelope'
import { type Person, type Scope, within } from '#platform/authority'
import type { Queries } from '#platform/db/schema'
import type { Routes } from '#platform/http/call'
import { handle } from '#platform/http/handle'
import { Refusal } from '#platform/http/refusal'
import { forgetAttempts, isLocked } from '#platform/session/throttle'
import { endSessionsOf } from '#platform/session/tokens'
import { type Account, lockedAccount } from './visible.ts'

interface Reach {
  db: Queries
  person: Person
  scope: Scope
}

export function stateRoutes(routes: Routes): void {
  handle(routes, accounts.remove, async (call) => {
    const { db, now, params, changed } = call
    const account = await lockedForState(call, params.id)
    await requireDispensable(call, account)
    await endSessionsOf(db, account.id, now)
    await db.deleteFrom('account').where('id', '=', account.id).execute()
    const { account: name, name: personName, phone } = account
    changed({ subject: { id: account.id, name }, before: { account: name, name: personName, phone } })
  })

  handle(routes, accounts.updateEnable, async (call) => {
    const { db, now, body, changed } = call
    const account = await lockedForState(call, body.id)
    if (!body.enabled) {
      await requireDispensable(call, account)
      await endSessionsOf(db, account.id, now)
    }
    const wasLocked = body.enabled && (await isLocked(db, account.account, now))
    if (body.enabled) await forgetAttempts(db, account.account)
    await db.updateTable('account').set({ enabled: body.enabled }).where('id', '=', account.id).execute()
    changed({
      subject: { id: account.id, name: account.account },
      before: { enabled: account.enabled, locked: wasLocked },
      after: { enabled: body.enabled, locked: false },
    })
  })
}

/**
 * Super administrators are locked first and in one order, so that two of them who remove each other at the same
 * moment follow each other, and the second finds itself the last.
 */
async function lockedForState(reach: Reach, id: string): Promise<Account> {
  if (reach.person.superIdentification) {
    await reach.db
      .selectFrom('account')
      .where('super', '=', true)
      .orderBy('id')
      .select('id')
      .forUpdate()
      .execute()
  }
  const account = await lockedAccount(reach, id)
  if (account.id === reach.person.id) throw new Refusal(codes.conflict, 'notYourself')
  await requireUnshared(reach, account)
  return account
}

/** An account is one for all its organizations: whoever reaches only some of them does not decide for the others. */
async function requireUnshared({ db, scope }: Reach, account: Account): Promise<void> {
  const elsewhere = await db
    .selectFrom('membership as m')
    .where('m.account_id', '=', account.id)
    .where(sql<boolean>`not ${within(scope, 'm.org_id')}`)
    .select('m.org_id')
    .executeTakeFirst()
  if (elsewhere !== undefined) throw new Refusal(codes.conflict, 'accountShared')
}

async function requireDispensable({ db }: Reach, account: Account): Promise<void> {
  if (!account.super || !account.enabled) return
  const another = await db
    .selectFrom('account')
    .where('super', '=', true)
    .where('enabled', '=', true)
    .where('id', '!=', account.id)
    .select('id')
    .executeTakeFirst()
  if (another === undefined) throw new Refusal(codes.conflict, 'lastSuper')
}
