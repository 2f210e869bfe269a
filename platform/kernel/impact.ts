import { type RawBuilder, sql } from 'kysely'
import * as accounts from '#contracts/account'
import type { Endpoint } from '#contracts/endpoint'
import type {
  Consequences,
  ConsequencesOfMany,
  Effect,
  EffectKind,
  Impact,
  ImpactOfMany,
} from '#contracts/impact'
import { includes, type Reach, type Scope, scopeOf, seesAccount } from '#platform/kernel/auth/authority'
import type { Queries } from '#platform/kernel/db/schema'
import { type Locale, messageText } from '#platform/kernel/messages'
import { Refusal } from '#platform/kernel/refusal'

const mostNames = 5

type Kinds = Partial<Record<EffectKind, RawBuilder<unknown>>>
type Asker = Reach & { now: Date; locale: Locale }
/** Who asks, and how far their rights reach, each of which is asked once in a question. */
export type Questioner = Asker & { reachBy: (call: Endpoint) => Promise<Scope> }

/** What a change of records does to others, and the rules of its call, which throw a Refusal: as if `gone` had been changed before. */
interface Change<Known> {
  /** The call that makes it: either right lets ask, and its own lets do it. */
  by: Endpoint
  kinds: (call: Questioner, ids: readonly string[]) => Kinds | Promise<Kinds>
  rules?: (call: Asker, record: Known, gone: readonly string[]) => unknown
}

/** How it is told of one kind of record whom a change touches; `visible`, by the question's right or that of a change, throws a Refusal. */
export interface Impacts<Known> {
  visible: (call: Asker, id: string, by?: Endpoint) => Promise<Known>
  /** None where the record has no switch. What is off already touches nobody. */
  disable?: Change<Known>
  remove: Change<Known>
  /** What `visible` reaches is not what a permission's scope says: what is disabled as well. */
  isWider?: true
}
type Switched = { id: string; enabled?: boolean }

export async function impactOf<Known extends Switched>(
  call: Asker,
  id: string,
  impacts: Impacts<Known>,
): Promise<Impact> {
  const { visible, disable, remove } = impacts
  const record = await visible(call, id)
  const questioner = questionerOf(call)
  const counted: Counted = new Map()
  const told = async (change: Change<Known>): Promise<Consequences> => {
    const { asker, seen, touches } = await asDone(questioner, impacts, change)
    const effects = touches(record) ? await effectsOf(call.db, await change.kinds(asker, [id]), counted) : []
    const refused = await refusedBy(call.locale, async () =>
      change.rules?.(asker, await seen(id, record), []),
    )
    return { effects, refused }
  }
  return { ...(disable && { disable: await told(disable) }), remove: await told(remove) }
}

/** Each row by the rules of its own call, one after the other; what is refused touches nobody. */
export async function impactOfMany<Known extends Switched>(
  call: Asker,
  ids: readonly string[],
  impacts: Impacts<Known>,
): Promise<ImpactOfMany> {
  const { visible, disable, remove } = impacts
  const records = new Map<string, Promise<Known>>()
  const questioner = questionerOf(call)
  const counted: Counted = new Map()
  for (const id of ids) {
    if (records.has(id)) continue
    const record = visible(call, id)
    records.set(id, record)
    // Whoever may not see it is told by each change.
    await record.catch(() => {})
  }
  const told = async (change: Change<Known>): Promise<ConsequencesOfMany> => {
    const { asker, seen, touches } = await asDone(questioner, impacts, change)
    const refused: ConsequencesOfMany['refused'] = []
    const free: string[] = []
    const touched: string[] = []
    for (const [id, record] of records) {
      const reason = await refusedBy(call.locale, async () => {
        const known = await seen(id, await record)
        await change.rules?.(asker, known, free)
        if (touches(known)) touched.push(id)
      })
      if (reason === null) free.push(id)
      else refused.push({ id, reason })
    }
    const kinds = touched.length === 0 ? {} : await change.kinds(asker, touched)
    const effects = await effectsOf(call.db, kinds, counted)
    return { effects, refused }
  }
  return { ...(disable && { disable: await told(disable) }), remove: await told(remove) }
}

function questionerOf(call: Asker): Questioner {
  const known = new Map<string, Promise<Scope>>()
  const reachBy = ({ permissions }: Endpoint) => {
    const rights = permissions.join()
    const scope = known.get(rights) ?? scopeOf(call.db, call.person, permissions)
    known.set(rights, scope)
    return scope
  }
  return { ...call, reachBy }
}

/**
 * The caller as far as the change's own call reaches, the record as that call sees it, which throws a Refusal, and whether the
 * change touches anybody.
 */
async function asDone<Known extends Switched>(
  call: Questioner,
  { visible, disable, isWider }: Impacts<Known>,
  change: Change<Known>,
) {
  // Where there is no switch, the question's right is the deletion's.
  const asker = disable === undefined ? call : { ...call, scope: await call.reachBy(change.by) }
  const reachesAll = isWider !== true && includes(asker.scope, call.scope)
  return {
    asker,
    seen: async (id: string, record: Known) => (reachesAll ? record : visible(asker, id, change.by)),
    touches: ({ enabled }: Known) => change !== disable || enabled === true,
  }
}

/** What was found of a query, by its words: most of what disabling does to others, deleting does, too. */
type Counted = Map<string, readonly Omit<Effect, 'kind'>[]>

/** What a change touches, each kind with a query that gives the `name` of each, where it may be told; kinds that it does not touch are left out. */
async function effectsOf(db: Queries, kinds: Kinds, counted: Counted): Promise<Consequences['effects']> {
  const effects = []
  for (const [kind, touched] of Object.entries(kinds)) {
    const query = touched.compile(db)
    const words = JSON.stringify([query.sql, query.parameters])
    const rows = counted.get(words) ?? (await countOf(db, touched))
    counted.set(words, rows)
    for (const found of rows) if (found.count > 0) effects.push({ kind, ...found })
  }
  return effects
}

async function countOf(db: Queries, touched: RawBuilder<unknown>): Promise<Omit<Effect, 'kind'>[]> {
  const { rows } = await sql<Omit<Effect, 'kind'>>`
    with touched as (${touched}), named as (
      select name, count(*) from touched where name is not null group by name order by name limit ${mostNames})
    select t.count, array(select name from named order by name) as names,
      t.count - (select coalesce(sum(count), 0)::int from named) as unnamed
    from (select count(*)::int as count from touched) t`.execute(db)
  return rows
}

/** Why the rules of a change refuse it, in the caller's language; null where they do not. */
async function refusedBy(locale: Locale, rules: () => Promise<unknown>): Promise<string | null> {
  try {
    await rules()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return messageText(locale, error.key, error.params)
  }
}

/** The account `a` as people know it, for whoever finds it in the list of accounts: others are told of as many, and of no name. */
export async function personName({ person, scope, reachBy }: Questioner): Promise<RawBuilder<unknown>> {
  const name = sql`coalesce(a.name, a.account)`
  const listed = await reachBy(accounts.list)
  return includes(listed, scope)
    ? name
    : sql`case when ${seesAccount({ person, scope: listed })} then ${name} end`
}
