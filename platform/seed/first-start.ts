import { sql } from 'kysely'
import { randomPassword } from '#contracts/random-password'
import { isEmptyLog, openLog, sealLog } from '#platform/kernel/audit/keep-log'
import type { SealKeys } from '#platform/kernel/audit/seal'
import { hashPassword, passwordHash } from '#platform/kernel/auth/password'
import { after, type Clock } from '#platform/kernel/clock'
import type { Database, Queries } from '#platform/kernel/db/schema'
import { newId } from '#platform/kernel/ids'
import { seedDemo } from '#platform/seed/demo/seed-demo'
import type { DemoPorts } from '#platform/seed/demo/systems'
import { type Seeded, seedApplication } from './application-tree.ts'
import { consoleApplication, consoleRegistration } from './console-tree.ts'

/** Any number that nothing else locks: processes that start together fill the database once. */
const startLock = 472_011

type FirstStart = ({ made: 'nothing' | 'demo' } | { made: 'admin'; randomPassword: string | undefined }) & {
  /** What the console's own tree lacked and now has, and the codes that it could not have. */
  console: Pick<Seeded, 'added' | 'taken'>
  log: Awaited<ReturnType<typeof openLog>>
}

interface Given {
  demo: boolean
  adminPassword: string | undefined
  demoPorts?: DemoPorts
  auditKeys: SealKeys
}

/**
 * Fills an empty database, once, with the demo data or with `admin`, whose password is `adminPassword` or a random one,
 * which is given back to be shown once and never again. And brings the console's own application up to date, also where
 * an older version has made it: what is missing of it comes, nothing that is there changes, and no role is granted anything.
 * And makes the operation log ready.
 */
export async function firstStart(db: Database, clock: Clock, given: Given): Promise<FirstStart> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${startLock})`.execute(transaction)
    const isEmpty = await isEmptyLog(transaction, given.auditKeys)
    const filled = await fill(transaction, clock(), given)
    const { added, taken } = await seedConsole(transaction, clock())
    if (isEmpty && filled.made !== 'nothing') await sealLog(transaction, given.auditKeys)
    const log = await openLog(transaction, given.auditKeys)
    return { ...filled, console: { added, taken }, log }
  })
}

async function fill(db: Queries, now: Date, { demo, adminPassword, demoPorts }: Given) {
  const account = await db.selectFrom('account').select('id').limit(1).executeTakeFirst()
  if (account !== undefined) return { made: 'nothing' } as const
  if (demo) {
    await seedDemo(db, now, demoPorts)
    return { made: 'demo' } as const
  }
  const password = adminPassword ?? randomPassword()
  await seedAdmin(db, now, password)
  return { made: 'admin', randomPassword: adminPassword === undefined ? password : undefined } as const
}

async function seedConsole(db: Queries, now: Date): Promise<Seeded> {
  let made = 0
  // A node that has its number in common with an older sibling stands behind it by its id.
  const nextId = () => newId(after(now, made++))
  const seeded = await seedApplication(db, now, nextId, consoleApplication)
  await db
    .insertInto('system_config')
    .values({ id: nextId(), ...consoleRegistration, created_time: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return seeded
}

async function seedAdmin(db: Queries, now: Date, password: string): Promise<void> {
  await db
    .insertInto('account')
    .values({
      id: newId(now),
      account: 'admin',
      name: 'admin',
      enabled: true,
      super: true,
      desensitization: false,
      password_hash: await hashPassword(passwordHash(password)),
      created_time: now,
    })
    .execute()
}
