import { type RawBuilder, sql } from 'kysely'
import type { InUse } from '#contracts/envelope'
import type { Queries, Schema } from '#platform/kernel/db/schema'
import type { MessageKey } from '#platform/kernel/messages'
import { inUse } from '#platform/kernel/refusal'

/** The rows of a table that refer to a record by `column`, but for those that do not count. */
interface Use {
  table: keyof Schema
  column: string
  but?: RawBuilder<boolean>
}

/** Every table whose rows keep a record where it is; for what is deleted a test compares them with the foreign keys. */
export type Uses = Readonly<Partial<Record<keyof InUse, Use>>>

/** Throws a Refusal 409 that says how much hangs on the record, by `message`, while anything does. */
export async function requireUnused(db: Queries, id: string, uses: Uses, message: MessageKey): Promise<void> {
  const counts = Object.entries(uses).map(
    ([word, { table, column, but = sql`false` }]) => sql`(
      select count(*)::int from ${sql.table(table)} used where ${sql.ref(`used.${column}`)} = ${id} and not ${but}
    ) as ${sql.ref(word)}`,
  )
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db)
  const found = rows[0] ?? {}
  if (Object.values(found).some((count) => count > 0)) throw inUse(message, found)
}
