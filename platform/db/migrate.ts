import { Migrator } from 'kysely/migration'
import * as base from './migrations/0001-base.ts'
import * as trigram from './migrations/0002-trigram.ts'
import * as records from './migrations/0003-records.ts'
import * as reason from './migrations/0004-sign-in-reason.ts'
import * as systems from './migrations/0005-systems.ts'
import * as discovery from './migrations/0006-discovery.ts'
import * as sms from './migrations/0007-sms.ts'
import type { Database } from './schema.ts'

/** Named in order; a migration that was released is never edited. */
const migrations = {
  '0001-base': base,
  '0002-trigram': trigram,
  '0003-records': records,
  '0004-sign-in-reason': reason,
  '0005-systems': systems,
  '0006-discovery': discovery,
  '0007-sms': sms,
}

/** Brings the schema up to date. Several processes may do it at once: Kysely holds an advisory lock meanwhile. */
export async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
