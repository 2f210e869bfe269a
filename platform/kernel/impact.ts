import { type RawBuilder, sql } from 'kysely'
import type { Consequences, EffectKind } from '#contracts/impact'
import type { Queries } from '#platform/kernel/db/schema'
import { type Locale, messageText } from '#platform/kernel/messages'
import { Refusal } from '#platform/kernel/refusal'

const mostNames = 5

/** What a change touches, each kind with a query that gives the `name` of each; kinds that it does not touch are left out. */
export async function effectsOf(
  db: Queries,
  kinds: Partial<Record<EffectKind, RawBuilder<unknown>>>,
): Promise<Consequences['effects']> {
  const effects = []
  for (const [kind, touched] of Object.entries(kinds)) {
    const { rows } = await sql<{ count: number; names: string[] }>`
      with touched as (${touched})
      select (select count(*)::int from touched) as count,
        array(select name from touched order by name limit ${mostNames}) as names`.execute(db)
    for (const found of rows) if (found.count > 0) effects.push({ kind, ...found })
  }
  return effects
}

/** Why the rules of a change refuse it, in the caller's language; null where they do not. */
export async function refusedBy(locale: Locale, rules: () => Promise<unknown>): Promise<string | null> {
  try {
    await rules()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return messageText(locale, error.key, error.params)
  }
}

/** The account `a` as people know it. */
export const personName = sql`coalesce(a.name, a.account)`
