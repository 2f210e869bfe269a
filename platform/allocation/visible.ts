import type { Selectable } from 'kysely'
import { codes } from '#contracts/envelope'
import { consoleSystem } from '#platform/console-tree'
import type { Queries, Schema } from '#platform/db/schema'
import type { State } from '#platform/http/edition'
import { Refusal } from '#platform/http/refusal'

export type System = Selectable<Schema['system_config']>

/**
 * A system, locked to the end of the transaction. Systems belong to no organization: whoever has the permission may
 * know that there is none, hence a Refusal 404.
 */
export async function lockedSystem(db: Queries, id: string): Promise<System> {
  const system = await db
    .selectFrom('system_config')
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (system === undefined) throw new Refusal(codes.notFound, 'notFound')
  return system
}

/** The console itself stays registered: other systems are managed with it. Throws a Refusal 409. */
export function requireNotBuiltIn(system: System): void {
  if (system.code === consoleSystem.code) throw new Refusal(codes.conflict, 'builtInSystem')
}

export function stateOf(system: Omit<System, 'id' | 'created_time'>): State {
  const { name, code, version, type, port, enable } = system
  return { name, code, version, type, port, hostName: system.host_name, enable }
}
