import { sql } from 'kysely'
import { apply } from '#contracts/apply'
import { permissionKey, spellingsOf } from '#contracts/permission'
import type { Queries } from '#platform/kernel/db/schema'
import { namesOf } from '#platform/kernel/messages'
import { taken } from '#platform/kernel/refusal'

/**
 * A code is a permission (specification section 6), and none may come to mean two things: that no menu node has one of these codes, nor two of them are the same. The trees have to be locked. Throws a Refusal
 * 409 that names the first that is taken, at `field`.
 */
export async function requireFreeResourceCodes(
  db: Queries,
  field: string,
  wanted: readonly string[],
): Promise<void> {
  const used = await usedCodes(db, wanted)
  for (const code of wanted) {
    if (used.has(permissionKey(code))) {
      throw taken(field, 'resourceCodeTaken', { code })
    }
    used.add(permissionKey(code))
  }
}

/** The keys of those codes that the menu has, in any of their spellings. */
export async function usedCodes(db: Queries, wanted: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select code from menu_node where code = any(${wanted.flatMap(spellingsOf)})`.execute(db)
  return new Set(rows.map((row) => permissionKey(row.code)))
}

/** The same for an application's own code, which no other application has in any spelling of its letters. */
export async function requireFreeApplicationCode(db: Queries, code: string, own = ''): Promise<void> {
  const { rows } = await sql`
    select id from menu_node
    where id <> ${own} and (code = any(${spellingsOf(code)}) or (type = 0 and lower(code) = lower(${code})))
    limit 1`.execute(db)
  if (rows.length === 0) return
  throw taken('code', 'codeTaken', namesOf(apply))
}
