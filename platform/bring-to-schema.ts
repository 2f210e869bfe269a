import type { Config } from '#platform/config'
import { sealingMigrations } from '#platform/kernel/audit/keep-log'
import { isConnectionFailure } from '#platform/kernel/db/failures'
import { getMigrations, migrate, refuseSharedSession } from '#platform/kernel/db/migrate'
import { retryLost } from '#platform/kernel/db/retry'
import type { Database } from '#platform/kernel/db/schema'
import { missingTrigramIndexes } from '#platform/kernel/db/trigram'
import { unusableAddress } from '#platform/kernel/db/unusable'
import type { Log } from '#platform/kernel/log'

const schemaStep = "bringing the database to this version's schema"

/**
 * Brings the database to the schema of this version, and says what it lacks besides.
 * @throws Error that tells the operator what to do where it cannot be used
 */
export async function bringToSchema(
  db: Database,
  config: Pick<Config, 'databaseUrl' | 'auditKeys'>,
  log: Log,
  at: (step: string) => void,
): Promise<void> {
  try {
    at(schemaStep)
    await retryLost(() =>
      db.connection().execute((one) => db.connection().execute((other) => refuseSharedSession(one, other))),
    )
    const migrations = sealingMigrations({ getMigrations }, () => config.auditKeys)
    await retryLost(() => migrate(db, migrations, (name) => at(`${schemaStep}: ${name}`)))
    const statements = await retryLost(() => missingTrigramIndexes(db))
    if (statements.length > 0) {
      log.warn(
        'indexes are missing, so that searches for a part of a text read whole tables: make them while people work, with a user that owns the tables',
        { statements },
      )
    }
  } catch (error) {
    if (config.databaseUrl === undefined || !isConnectionFailure(error)) throw error
    throw new Error(unusableAddress(error))
  }
}
