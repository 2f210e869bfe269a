import { randomPassword } from '#contracts/random-password'
import { recordOperation } from '#platform/kernel/audit/operation-log'
import type { SealKeys } from '#platform/kernel/audit/seal'
import { hashPassword, passwordHash } from '#platform/kernel/auth/password'
import { endSessionsOf } from '#platform/kernel/auth/tokens'
import { schemaState } from '#platform/kernel/db/migrate'
import { openDatabase } from '#platform/kernel/db/open'
import type { Database, Queries } from '#platform/kernel/db/schema'
import { newId } from '#platform/kernel/ids'
import { jsonLog } from '#platform/kernel/log'
import { forgetAttempts, isLocked } from '#platform/modules/session/throttle'
import { Fault, GivenFault } from '../../scripts/lib/fault.mjs'
import { typed } from '../../scripts/lib/paths.mjs'
import { machineUser } from './machine-user.ts'
import { auditKeys, type Environment, storedDatabase } from './stored-database.ts'

export const usage = `${typed('admin')} reset [ACCOUNT]

Gives a super administrator a new password, which is shown once, ends the locks and sessions of the account, and enables
it. For when nobody can sign in: whoever can read the data may do it, and the operation log tells that it was done.`

/** @throws Fault with what to do */
export async function admin(args: readonly string[], env: Environment): Promise<number> {
  const [word, account, ...more] = args
  if (word !== 'reset' || more.length > 0 || account?.startsWith('-')) throw new GivenFault(usage)
  const stored = await storedDatabase(env)
  const db = openDatabase(stored.connectionString, jsonLog('error'), { connections: 1 })
  try {
    const done = await reset(db, account, new Date(), auditKeys(env))
    console.log(
      `${done.account} has a new password, shown only now:\n\n  ${done.password}\n\nSign in with it, and change it.`,
    )
    return 0
  } finally {
    await db.destroy()
    await stored.close()
  }
}

/**
 * @param named whom to reset; without it, the only super administrator
 * @param keys what the entry is sealed with
 */
export async function reset(db: Database, named: string | undefined, now: Date, keys: SealKeys) {
  await requireSchema(db)
  const password = randomPassword()
  // What the browser would send.
  const password_hash = await hashPassword(passwordHash(password))
  return db.transaction().execute(async (transaction) => {
    const person = chosen(await superAdministrators(transaction), named)
    const locked = await isLocked(transaction, person.account, now)
    await transaction
      .updateTable('account')
      .set({ password_hash, enabled: true, must_change_password: false })
      .where('id', '=', person.id)
      .execute()
    await forgetAttempts(transaction, person.account)
    await endSessionsOf(transaction, person.id, now)
    await transaction
      .deleteFrom('quota')
      .where('kind', '=', 'oldPassword')
      .where('subject', '=', person.id)
      .execute()
    await recordOperation(
      { db: transaction, keys },
      newId(now),
      {
        person: { id: person.id, account: person.account, name: person.name, superIdentification: true },
        business: {},
        now,
        address: '127.0.0.1',
        requestId: null,
      },
      { module: 'account', type: 'update', method: 'CLI', path: 'admin reset' },
      'normal',
      {
        subject: { id: person.id, name: person.account },
        before: { credential: null, locked, enabled: person.enabled, by: null },
        after: { credential: 'new', locked: false, enabled: true, by: machineUser() },
      },
    )
    return { account: person.account, password }
  })
}

/** That the database is one of this version. @throws Fault */
export async function requireSchema(db: Database): Promise<void> {
  const state = await schemaState(db).catch((error: unknown) => {
    throw new Fault(
      `There is no data of Atrium to be reached (${error instanceof Error ? error.message : error}). Run this as the user that runs the platform, with its environment.`,
    )
  })
  if (state === 'ok') return
  throw new Fault(
    state === 'older'
      ? 'The schema is older than this version: start its platform once, or use the version that made it.'
      : 'The schema is of a newer version of Atrium: use that one.',
  )
}

const superAdministrators = (db: Queries) =>
  db
    .selectFrom('account')
    .where('super', '=', true)
    .select(['id', 'account', 'name', 'enabled'])
    .orderBy('account')
    .forUpdate()
    .execute()

type Candidate = Awaited<ReturnType<typeof superAdministrators>>[number]

function chosen(candidates: readonly Candidate[], named: string | undefined): Candidate {
  const names = candidates.map(({ account }) => account).join(', ')
  if (candidates.length === 0)
    throw new Fault(
      'There is no super administrator in this database. Restore a copy, or begin with an empty place.',
    )
  const one =
    named === undefined
      ? candidates.find(() => candidates.length === 1)
      : candidates.find(({ account }) => account.toLowerCase() === named.toLowerCase())
  if (one !== undefined) return one
  throw new Fault(
    named === undefined
      ? `There are several super administrators: name one of ${names}.`
      : `${named} is no super administrator. These are: ${names}.`,
  )
}
