import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

const mark = '/* ready */'

/**
 * At the end of a statement: each connection has it parsed and planned once. For what every call asks, by a key, of few rows. Not
 * for a list, whose best plan depends on what is sought, and not for all columns of a table, of which a migration makes more; a
 * migration that changes the type of a column that is read so would have to wait until no process of before it runs.
 */
export const ready: RawBuilder<unknown> = sql.raw(mark)

/** By the text: there are a few. */
const names = new Map<string, string>()

/** What the driver takes for a statement that bears the mark, in place of its text and values. */
export function readied(given: unknown[]): unknown[] {
  const [text, values, ...more] = given
  if (typeof text !== 'string' || !text.endsWith(mark)) return given
  const name = names.get(text) ?? hash('sha256', text, 'base64url')
  names.set(text, name)
  return [{ name, text, values }, ...more]
}
