import { type RawBuilder, sql } from 'kysely'
import type { InUse } from '#contracts/envelope'
import { resources } from '#contracts/registry'
import type { Names, Resource } from '#contracts/resource'
import type { Queries, Schema } from '#platform/kernel/db/schema'
import { type MessageKey, namesOf } from '#platform/kernel/messages'
import { inUse } from '#platform/kernel/refusal'

type Table = keyof Schema

/** The rows of a table that do not count, which is `used` there. */
export type Uncounted = Partial<Record<Table, RawBuilder<boolean>>>

/** What refers to the records of a table, and keeps them where they are, as the foreign keys of the database say. */
export async function usesOf(db: Queries, table: Table): Promise<{ table: Table; column: string }[]> {
  const { rows } = await sql<{ table: Table; column: string }>`
    select t.relname as table, own.attname as column
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    cross join lateral unnest(c.conkey, c.confkey) as pair(own, theirs)
    join pg_attribute own on own.attrelid = c.conrelid and own.attnum = pair.own
    join pg_attribute theirs on theirs.attrelid = c.confrelid and theirs.attnum = pair.theirs
    where t.oid = to_regclass(quote_ident(t.relname))
      and c.contype = 'f' and c.confdeltype in ('a', 'r') and c.confrelid = to_regclass(${table}) and theirs.attname = 'id'
    order by 1`.execute(db)
  return rows
}

/** The resource as which the rows of a table are counted; none of a table that is not ours, whose key refuses by itself. */
export function countedAs(table: Table): Resource | undefined {
  const known: Readonly<Record<string, Resource>> = resources
  return known[table === 'membership' ? 'account' : table]
}

/** As the first call found it: keys come and go with a version of this program. */
const found = new Map<Table, Awaited<ReturnType<typeof countedUses>>>()

async function countedUses(db: Queries, table: Table) {
  return (await usesOf(db, table)).flatMap((use) => {
    const resource = countedAs(use.table)
    return resource === undefined ? [] : [{ ...use, resource }]
  })
}

/** Throws a Refusal 409 that says how much hangs on a record of the resource, by `message`, while anything does. */
export async function requireUnused(
  db: Queries,
  of: Pick<Resource, 'one'> & { key: Table },
  id: string,
  { message = 'inUse', but = {} }: { message?: MessageKey; but?: Uncounted } = {},
): Promise<void> {
  const uses = found.get(of.key) ?? (await countedUses(db, of.key))
  found.set(of.key, uses)
  const counts = uses.map(
    ({ table, column }) => sql`(
      select count(*)::int from ${sql.table(table)} used
      where ${sql.ref(`used.${column}`)} = ${id} and not ${but[table] ?? sql`false`}
    )`,
  )
  const { rows } = await sql<{
    counts: number[]
  }>`select array[${sql.join(counts)}]::int[] as counts`.execute(db)
  const told = uses
    .map(({ resource }, at) => ({ count: rows[0]?.counts[at] ?? 0, ...resource }))
    // The specification's are told even where there are none of them.
    .filter(({ count, sections }) => count > 0 || sections !== 'beyond')
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
  if (told.every(({ count }) => count === 0)) return
  const words: Names = {
    en: told
      .map(
        ({ count, one, name }) =>
          `${count.toLocaleString('en')} ${count === 1 ? one.en : name.en.toLowerCase()}`,
      )
      .join(', '),
    'zh-cn': told.map(({ count, one }) => `${count.toLocaleString('zh-cn')} 个${one['zh-cn']}`).join('，'),
  }
  const many: InUse = Object.fromEntries(told.map(({ key, count }) => [`${key}s`, count]))
  throw inUse(message, many, { ...namesOf(of), uses: words })
}
