import type * as z from 'zod/mini'
import * as systems from '#contracts/allocation'
import { codes } from '#contracts/envelope'
import { isDuplicate } from '#platform/db/failures'
import type { Routes } from '#platform/http/call'
import { requireUnchanged } from '#platform/http/edition'
import { handle } from '#platform/http/handle'
import { Refusal } from '#platform/http/refusal'
import { requireMayEnable, requireSwitch } from '#platform/http/switch'
import { newId } from '#platform/ids'
import { lockedSystem, requireNotBuiltIn, stateOf } from './visible.ts'

export function writeRoutes(routes: Routes): void {
  handle(routes, systems.add, async ({ db, body, now, changed }) => {
    const system = { id: newId(now), ...fieldsOf(body) }
    await unlessTaken(
      db
        .insertInto('system_config')
        .values({ ...system, created_time: now })
        .execute(),
    )
    changed({ subject: { id: system.id, name: system.name }, after: stateOf(system) })
  })

  handle(routes, systems.update, async (call) => {
    const { db, body, business, changed } = call
    const system = await lockedSystem(db, body.id)
    const before = stateOf(system)
    await requireUnchanged(call, body.edition, system.id, before)
    const next = fieldsOf(body)
    if (next.code !== system.code) requireNotBuiltIn(system)
    if (next.enable !== system.enable) {
      await requireMayEnable(call, systems.updateEnable, business.orgId ?? '')
      requireNotBuiltIn(system)
    }
    await unlessTaken(db.updateTable('system_config').set(next).where('id', '=', system.id).execute())
    changed({ subject: { id: system.id, name: next.name }, before, after: stateOf(next) })
  })

  handle(routes, systems.remove, async ({ db, params, changed }) => {
    const system = await lockedSystem(db, params.id)
    requireNotBuiltIn(system)
    await db.deleteFrom('system_config').where('id', '=', system.id).execute()
    changed({ subject: { id: system.id, name: system.name }, before: stateOf(system) })
  })

  handle(routes, systems.updateEnable, async (call) => {
    const { db, changed } = call
    const { id, enabled } = requireSwitch(call)
    const system = await lockedSystem(db, id)
    if (!enabled) requireNotBuiltIn(system)
    await db.updateTable('system_config').set({ enable: enabled }).where('id', '=', system.id).execute()
    changed({
      subject: { id: system.id, name: system.name },
      before: { enable: system.enable },
      after: { enable: enabled },
    })
  })
}

function fieldsOf(body: z.output<typeof systems.systemForm>) {
  const { name, code, version, type, port, hostName, enable } = body
  return { name, code, version, type, port: port ? Number(port) : null, host_name: hostName || null, enable }
}

async function unlessTaken(statement: Promise<unknown>): Promise<void> {
  try {
    await statement
  } catch (error) {
    throw isDuplicate(error, 'system_config_code_key') ? codeTaken() : error
  }
}

function codeTaken(): Refusal {
  return new Refusal(codes.conflict, 'systemCodeTaken', {
    fields: [{ field: 'code', message: 'systemCodeTaken' }],
  })
}
