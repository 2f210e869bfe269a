import { type Selectable, sql } from 'kysely'
import { type FlatResource, pathKey } from '#contracts/collected'
import type { Queries, Schema } from '#platform/kernel/db/schema'
import { newId } from '#platform/kernel/ids'
import { takeGained } from '#platform/modules/apply/gained'
import { followedFields } from './followed.ts'

type Stored = Selectable<Schema['pool_resource']>

/** Codes, in the order of the report. */
export interface Stocktaking {
  added: string[]
  changed: string[]
  /** Those that an application or a role uses stay (`kept`); the others are deleted. */
  gone: string[]
  kept: string[]
  /** Those that the menu got with what an application has taken. */
  entries: string[]
}

/**
 * Makes the pool of one system what was collected of it. Has to run in a transaction, the trees locked; one system is stored by one at a
 * time. Whatever was made of a resource follows its name, path and method, where nobody gave it others by hand, and gets
 * what the system has gained below it.
 */
export async function storeResources(
  db: Queries,
  system: string,
  resources: readonly FlatResource[],
  now: Date,
): Promise<Stocktaking> {
  const stored = await lockedResources(db, system)
  const before = new Map(stored.map((row) => [row.code, row]))
  const ids = new Map(resources.map(({ code }) => [code, before.get(code)?.id ?? newId(now)]))
  const rows = resources.map(({ parent, ...resource }, index) => ({
    ...resource,
    id: ids.get(resource.code) ?? '',
    pid: parent === null ? null : (ids.get(parent) ?? null),
    sort: index + 1,
  }))
  const gone = stored.filter(({ code }) => !ids.has(code))
  const added = rows.filter(({ code }) => !before.has(code))
  const known = rows.flatMap((row) => {
    const was = before.get(row.code)
    return was === undefined ? [] : [{ row, was }]
  })
  const changed = known.filter(({ row, was }) => differs(row, was))
  const moved = known.filter(({ row, was }) => row.sort !== was.sort || differs(row, was))

  await freePaths(db, changed, gone, new Set(rows.map(pathKey)))
  await insertAll(db, system, added, now)
  await updateAll(
    db,
    moved.map(({ row }) => row),
  )
  const kept = await keptOf(db, gone)
  await deleteAll(
    db,
    gone.filter((row) => !kept.has(row.id)),
  )
  const placed = new Map<string, string | null>([
    ...added.map(({ id }) => [id, null] as const),
    ...known.filter(({ row, was }) => row.pid !== was.pid).map(({ was }) => [was.id, was.pid] as const),
  ])
  const all = rows.map((row) => ({ ...row, system_code: system }))
  const entries = await takeGained({ db, now }, all, placed)
  await followIn(db, changed)
  const codesOf = (some: readonly { code: string }[]) => some.map(({ code }) => code)
  return {
    added: codesOf(added),
    changed: codesOf(changed.map(({ row }) => row)),
    gone: codesOf(gone),
    kept: codesOf(gone.filter((row) => kept.has(row.id))),
    entries,
  }
}

interface Row extends Omit<FlatResource, 'parent'> {
  id: string
  pid: string | null
  sort: number
}
interface Pair {
  row: Row
  was: Stored
}

/** Locked, so that no application takes a resource at the moment in which it goes. */
async function lockedResources(db: Queries, system: string): Promise<Stored[]> {
  return db
    .selectFrom('pool_resource')
    .where('system_code', '=', system)
    .orderBy('sort')
    .orderBy('id')
    .selectAll()
    .forUpdate()
    .execute()
}

const compared = ['name', 'type', 'path', 'method', 'description', 'pid'] as const
function differs(row: Row, was: Stored): boolean {
  return compared.some((field) => row[field] !== was[field])
}

/** Two resources may have changed paths, and one that is gone but stays gives its own to whoever has it now. */
async function freePaths(
  db: Queries,
  changed: readonly Pair[],
  gone: readonly Stored[],
  wanted: ReadonlySet<string>,
): Promise<void> {
  const ids = [
    ...changed.filter(({ row, was }) => pathKey(row) !== pathKey(was)).map(({ was }) => was.id),
    ...gone.filter((row) => wanted.has(pathKey(row))).map(({ id }) => id),
  ]
  if (ids.length > 0) await sql`update pool_resource set path = null where id = any(${ids})`.execute(db)
}

const columns = sql.raw(
  'id text, pid text, type smallint, method text, name text, path text, code text, description text, sort integer',
)

async function insertAll(db: Queries, system: string, rows: readonly Row[], now: Date): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into pool_resource
      (id, system_code, pid, type, method, name, path, code, description, sort, created_time)
    select id, ${system}, pid, type, method, name, path, code, description, sort, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(${columns})`.execute(db)
}

async function updateAll(db: Queries, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update pool_resource r set pid = g.pid, type = g.type, method = g.method, name = g.name, path = g.path,
      description = g.description, sort = g.sort
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(${columns})
    where r.id = g.id`.execute(db)
}

/** The gone ones that an application or, through its menu, a role uses, and all above them. */
async function keptOf(db: Queries, gone: readonly Stored[]): Promise<Set<string>> {
  const byId = new Map(gone.map((row) => [row.id, row]))
  if (byId.size === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...byId.keys()]}::text[]) as g(id)
    where exists (select 1 from application_resource a where a.resource_id = g.id)
      or exists (select 1 from menu_node n where n.resource_id = g.id)`.execute(db)
  const kept = new Set<string>()
  for (const { id } of rows) {
    for (let at = byId.get(id); at !== undefined && !kept.has(at.id); at = byId.get(at.pid ?? '')) {
      kept.add(at.id)
    }
  }
  return kept
}

async function deleteAll(db: Queries, rows: readonly Stored[]): Promise<void> {
  if (rows.length === 0) return
  await sql`delete from pool_resource where id = any(${rows.map(({ id }) => id)})`.execute(db)
}

/** Entries from before there was a rule for what they are called have it as it was reported (`raw`). */
async function followIn(db: Queries, changed: readonly Pair[]): Promise<void> {
  const followed = changed.map(({ row, was }) => {
    const before = followedFields(was)
    // An entry stays of the kind that it is, and has no method of another.
    const own = row.type === was.type ? row : { ...row, type: was.type, method: was.method }
    return {
      ...{ id: row.id, ...followedFields(own) },
      ...{ was_name: before.name, was_method: before.method, was_component: before.component },
      ...{ raw_name: was.name, raw_method: was.method, was_path: was.path },
    }
  })
  if (followed.length === 0) return
  // What was gone, and comes back, may have left its path to another.
  const isTaken = sql`exists (select 1 from pool_resource p where p.path = n.path and p.id <> n.resource_id)`
  await sql`
    update menu_node n set
      name = case when n.name in (g.was_name, g.raw_name) then g.name else n.name end,
      path = case when n.path is not distinct from g.was_path or (g.was_path is null and ${isTaken})
        then g.path else n.path end,
      method = case when n.method is not distinct from g.was_method or n.method is not distinct from g.raw_method
        then g.method else n.method end,
      component = case when n.component = g.was_component or (n.component is null and n.link_url is null)
        then g.component else n.component end
    from jsonb_to_recordset(${JSON.stringify(followed)}::jsonb)
      as g(id text, name text, path text, method text, component text, was_name text, raw_name text,
        was_path text, was_method text, raw_method text, was_component text)
    where n.resource_id = g.id`.execute(db)
}
