import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '#platform/clock'
import type { Database, Queries } from '#platform/db/schema'
import { plantDemo } from '#platform/demo/plant'
import type { DemoPorts } from '#platform/demo/systems'
import { newId } from '#platform/ids'
import { hashPassword } from '#platform/session/password'
import { plantApplication } from './application-tree.ts'
import { consoleApplication, consoleSystem } from './console-tree.ts'

/** Any number that nothing else locks: processes that start together fill the database once. */
const startLock = 472_011

export type FirstStart = { made: 'nothing' | 'demo' } | { made: 'admin'; randomPassword: string | undefined }

/**
 * Fills an empty database, once: with the demo data, or with the console's own application and `admin`, whose
 * password is `adminPassword` or a random one, which is given back to be shown once and never again.
 */
export async function firstStart(
  db: Database,
  clock: Clock,
  {
    demo,
    adminPassword,
    demoPorts,
  }: { demo: boolean; adminPassword: string | undefined; demoPorts?: DemoPorts },
): Promise<FirstStart> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${startLock})`.execute(transaction)
    const account = await transaction.selectFrom('account').select('id').limit(1).executeTakeFirst()
    if (account !== undefined) return { made: 'nothing' }
    if (demo) {
      await plantDemo(transaction, clock(), demoPorts)
      return { made: 'demo' }
    }
    const password = adminPassword ?? randomPassword()
    await plantApplication(transaction, clock(), () => newId(clock()), consoleApplication)
    await transaction
      .insertInto('system_config')
      .values({ id: newId(clock()), ...consoleSystem, created_time: clock() })
      .execute()
    await plantAdmin(transaction, clock(), password)
    return { made: 'admin', randomPassword: adminPassword === undefined ? password : undefined }
  })
}

async function plantAdmin(db: Queries, now: Date, password: string): Promise<void> {
  await db
    .insertInto('account')
    .values({
      id: newId(now),
      account: 'admin',
      name: 'admin',
      enabled: true,
      super: true,
      desensitization: false,
      password_hash: await hashPassword(createHash('sha256').update(password).digest('hex')),
      created_time: now,
    })
    .execute()
}

/** Without characters that are mistaken for one another; letters and digits both, as the rules ask. */
function randomPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
  const digits = '23456789'
  return Array.from({ length: 16 }, (_, at) => {
    const alphabet = at % 4 === 3 ? digits : letters
    return alphabet.charAt(randomInt(alphabet.length))
  }).join('')
}
