import { type Selectable, sql } from 'kysely'
import type * as z from 'zod/mini'
import * as systems from '#contracts/allocation'
import { addAll } from '#contracts/assets'
import { codes } from '#contracts/envelope'
import { standalonePages } from '#contracts/limits'
import { consoleSystem } from '#contracts/permission'
import { controlScope, covers, only, type Reach, scopeOf } from '#platform/kernel/auth/authority'
import { grantedNodes, heldSystems } from '#platform/kernel/auth/nodes'
import {
  isControl,
  madeIn,
  requireFreeForSystem,
  requireMayChange,
  requireMayChangeBy,
  systemIn,
} from '#platform/kernel/auth/shared-objects'
import { contains, offsetOf } from '#platform/kernel/db/list'
import type { Queries, Schema } from '#platform/kernel/db/schema'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { handleList } from '#platform/kernel/http/list-route'
import { revisionTag } from '#platform/kernel/http/revision'
import { requireMayEnable, requireSwitch } from '#platform/kernel/http/switch'
import { requireUnchanged, type State, versionOf } from '#platform/kernel/http/version'
import { newId } from '#platform/kernel/ids'
import { onDuplicate, Refusal, taken } from '#platform/kernel/refusal'
import { lockTrees } from '#platform/modules/menu/visible'

type System = Selectable<Schema['system_config']>

const writes = [systems.update, systems.updateEnable, systems.remove]
const standaloneSystems = standalonePages.map((path) => path.split('/')[1] ?? '')
const codeTaken = onDuplicate(systems.allocation, { system_config_code_key: ['code', 'codeTaken'] })

export const allocationRoutes: readonly Route[] = [
  handleList(systems.list, async (call) => {
    const { db, query, now } = call
    const found = db
      .selectFrom('system_config as s')
      .where(contains(query.code, 's.code'))
      .where(contains(query.name, 's.name'))
    const rows = found
      .selectAll('s')
      .select(isControl(await controlScope(call, writes), 'system', 's.code').as('is_control'))
      .orderBy('s.created_time', 'desc')
      .orderBy('s.id', 'desc')
    return { found, rows, shown: (row: Parameters<typeof rowOf>[0]) => rowOf(row, now) }
  }),

  handle(
    systems.listConfig,
    async (call) => {
      const isWide = await seesAll(call)
      const { standalone = false } = call.query
      const discoverable = isControl(await controlScope(call, [addAll]), 'system', 'c.code')
      const rows = await call.db
        .selectFrom((eb) =>
          eb.selectFrom('system_config as c').selectAll('c').select(discoverable.as('is_control')).as('s'),
        )
        .$if(standalone, (all) => all.where('s.enable', '=', true).where('s.code', 'in', standaloneSystems))
        .$if(!standalone && !isWide, (all) =>
          all.where((eb) =>
            eb.or([
              eb('s.code', 'in', ownSystems(call)),
              eb.and([eb('s.enable', '=', true), eb('s.is_control', '=', 1)]),
            ]),
          ),
        )
        .selectAll('s')
        .orderBy('s.code')
        .limit(call.query.limit)
        .offset(offsetOf(call.query))
        .execute()
      return rows.map((row) => rowOf(row, call.now))
    },
    { version: revisionTag },
  ),

  handle(systems.add, async (call) => {
    const { db, body, now, changed } = call
    await lockTrees(db)
    await requireFreeForSystem(call, body.code)
    const system = { id: newId(now), made_in: madeIn(call), ...fieldsOf(body), created_time: now }
    await db.insertInto('system_config').values(system).execute().catch(codeTaken)
    changed({ subject: system, after: stateOf(system) })
  }),

  handle(systems.update, async (call) => {
    const { db, body, business, changed } = call
    await lockTrees(db)
    const system = await lockedSystem(db, body.id)
    const { id, code } = system
    await requireMayChange(call, { system: code })
    const before = stateOf(system)
    await requireUnchanged(call, body.recordVersion, id, before)
    const next = fieldsOf(body)
    if (next.code !== code) {
      requireNotBuiltIn(system)
      await requireFreeForSystem(call, next.code)
      await requireUnnamed(db, code)
    }
    if (next.enable !== system.enable) {
      await requireMayEnable(call, systems.updateEnable, business.orgId ?? '')
      await requireMayChangeBy(call, systems.updateEnable, { system: code })
      requireNotBuiltIn(system)
    }
    await db.updateTable('system_config').set(next).where('id', '=', id).execute().catch(codeTaken)
    changed({ subject: { id, name: next.name }, before, after: stateOf(next) })
  }),

  handle(systems.remove, async (call) => {
    const { db, params, changed } = call
    const system = await lockedSystem(db, params.id)
    await requireMayChange(call, { system: system.code })
    requireNotBuiltIn(system)
    await db.deleteFrom('system_config').where('id', '=', system.id).execute()
    changed({ subject: system, before: stateOf(system) })
  }),

  handle(systems.updateEnable, async (call) => {
    const { db, changed } = call
    const { id, enabled } = requireSwitch(call)
    const system = await lockedSystem(db, id)
    await requireMayChange(call, { system: system.code })
    if (!enabled) requireNotBuiltIn(system)
    await db.updateTable('system_config').set({ enable: enabled }).where('id', '=', system.id).execute()
    changed({ subject: system, before: { enable: system.enable }, after: { enable: enabled } })
  }),
]

/** Resources and menu entries bear their system's code: under another one it would lose them. The trees have to be locked. */
async function requireUnnamed(db: Queries, code: string): Promise<void> {
  const { rows } = await sql<{ resources: number; entries: number }>`
    select (select count(*) from pool_resource where system_code = ${code})::int as resources,
      (select count(*) from menu_node n where n.type > 1 and ${systemIn('n')} = lower(${code}))::int as entries`.execute(
    db,
  )
  const [named = { resources: 0, entries: 0 }] = rows
  if (named.resources > 0 || named.entries > 0) throw taken('code', 'systemCodeNamed', named)
}

function fieldsOf(body: z.output<typeof systems.systemForm>) {
  const { name, code, version, type, port, hostName, enable } = body
  return { name, code, version, type, port: port ? Number(port) : null, host_name: hostName || null, enable }
}

function stateOf(system: Omit<System, 'id' | 'made_in' | 'created_time'>): State {
  const { name, code, version, type, port, host_name: hostName, enable } = system
  return { name, code, version, type, port, hostName, enable }
}

function rowOf(system: System & { is_control: number }, now: Date) {
  const recordVersion = versionOf(stateOf(system), now)
  const { id, name, code, version, type, port, host_name: hostName, enable } = system
  return {
    id,
    name,
    code,
    version,
    type,
    port,
    hostName,
    enable,
    recordVersion,
    isControl: system.is_control,
  }
}

/** Where the caller is: in one system, in an organization, or, before they have entered one, in any of theirs. */
function ownSystems({ db, person, scope, business: { orgId, systemId } }: Reach) {
  const here = orgId === null || orgId === undefined ? scope : only(scope, orgId)
  return heldSystems(grantedNodes(db, person.id, here)).$if(typeof systemId === 'string', (some) =>
    some.where('granted.app_id', '=', systemId ?? ''),
  )
}

async function seesAll({ db, person, business }: Reach): Promise<boolean> {
  const scope = await scopeOf(db, person, systems.listConfig.widenedBy ?? [])
  return covers(scope, business.orgId ?? '')
}

/**
 * A system, locked to the end of the transaction. Systems are everybody's: whoever has the permission may know that
 * there is none, hence a Refusal 404.
 */
async function lockedSystem(db: Queries, id: string): Promise<System> {
  const found = db.selectFrom('system_config').where('id', '=', id)
  const system = await found.selectAll().forUpdate().executeTakeFirst()
  if (system === undefined) throw new Refusal(codes.notFound, 'notFound')
  return system
}

/** The console itself stays registered: other systems are managed with it. Throws a Refusal 409. */
function requireNotBuiltIn(system: System): void {
  if (system.code === consoleSystem) throw new Refusal(codes.conflict, 'builtInSystem')
}
