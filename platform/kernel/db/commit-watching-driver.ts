import { type DatabaseConnection, isAbortedTransactionError, PostgresDriver } from 'kysely'
import pg from 'pg'
import { CommitLost, isConnectionLost } from './failures.ts'

/** Tells a connection that was lost while COMMIT was under way from one that was lost before it. */
export class CommitWatchingDriver extends PostgresDriver {
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection)
    } catch (error) {
      throw isRefused(error) ? error : new CommitLost(error)
    }
  }

  /** A rollback that fails has given its connection up; what went wrong before it is what counts. */
  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {})
  }
}

/** The database said that it did not commit. */
function isRefused(error: unknown): boolean {
  return isAbortedTransactionError(error) || (error instanceof pg.DatabaseError && !isConnectionLost(error))
}
