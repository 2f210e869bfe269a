import { type RawBuilder, sql } from 'kysely'
import { containing } from '#platform/kernel/db/list'
import type { Queries, Schema } from '#platform/kernel/db/schema'

export type TermKind = Schema['log_word']['kind']

/** Beyond it a search fits so many words that rows that match are found soon anyway. */
const mostWords = 100

/**
 * The condition that `column` contains `text`. The logs repeat few words in many rows: those that fit are looked up in
 * `log_word`, which has each once, and the rows by an index on the column.
 */
export async function containsTerm(
  db: Queries,
  kind: TermKind,
  column: string,
  text: string | undefined,
): Promise<RawBuilder<boolean>> {
  if (!text) return sql<boolean>`true`
  const pattern = containing(text)
  const words = await db
    .selectFrom('log_word')
    .where('kind', '=', kind)
    .where('word', 'ilike', pattern)
    .limit(mostWords + 1)
    .select('word')
    .execute()
  if (words.length > mostWords) return sql<boolean>`${sql.ref(column)} ilike ${pattern}`
  const [only, ...others] = words.map(({ word }) => word)
  return only !== undefined && others.length === 0
    ? sql<boolean>`${sql.ref(column)} = ${only}`
    : sql<boolean>`${sql.ref(column)} = any(${words.map(({ word }) => word)})`
}
