import { codes } from '#contracts/envelope'
import * as organizations from '#contracts/organization'
import { isDuplicate } from '#platform/db/failures'
import type { Routes } from '#platform/http/call'
import { requireUnchanged } from '#platform/http/edition'
import { handle } from '#platform/http/handle'
import { badField, Refusal } from '#platform/http/refusal'
import { requireMayEnable, requireSwitch } from '#platform/http/switch'
import { newId } from '#platform/ids'
import { letFounderIn } from './founder.ts'
import { lockedOrganization, requireNotWithin, stateOf } from './visible.ts'

export function writeRoutes(routes: Routes): void {
  handle(routes, organizations.add, async (call) => {
    const { db, body, now, changed } = call
    const organization = { id: newId(now), ...fieldsOf(body) }
    await unlessTaken(
      db
        .insertInto('organization')
        .values({ ...organization, created_time: now })
        .execute(),
    )
    const founder = await letFounderIn(call, organization.id)
    changed({
      subject: { id: organization.id, name: organization.name },
      after: { ...stateOf(organization), ...founder },
    })
  })

  handle(routes, organizations.update, async (call) => {
    const { db, body, changed } = call
    const organization = await lockedOrganization(call, organizations.update, body.id)
    const before = stateOf(organization)
    await requireUnchanged(call, body.version, organization.id, before)
    if (body.code !== organization.code) throw badField('code', 'codeFixed')
    if (body.enabled !== organization.enabled) {
      await requireMayEnable(call, organizations.updateEnable, organization.id)
      if (!body.enabled) requireNotWithin(call, organization.id)
    }
    const next = fieldsOf(body)
    await db.updateTable('organization').set(next).where('id', '=', organization.id).execute()
    changed({ subject: { id: organization.id, name: next.name }, before, after: stateOf(next) })
  })

  handle(routes, organizations.updateEnable, async (call) => {
    const { db, changed } = call
    const { id, enabled } = requireSwitch(call)
    const organization = await lockedOrganization(call, organizations.updateEnable, id)
    if (!enabled) requireNotWithin(call, organization.id)
    await db.updateTable('organization').set({ enabled }).where('id', '=', organization.id).execute()
    changed({
      subject: { id: organization.id, name: organization.name },
      before: { enabled: organization.enabled },
      after: { enabled },
    })
  })
}

function fieldsOf(body: {
  name: string
  code: string
  enabled: boolean
  remark?: string | null | undefined
}) {
  return { name: body.name, code: body.code, enabled: body.enabled, remark: body.remark || null }
}

async function unlessTaken(statement: Promise<unknown>): Promise<void> {
  try {
    await statement
  } catch (error) {
    throw isDuplicate(error, 'organization_code_key')
      ? new Refusal(codes.conflict, 'organizationCodeTaken')
      : error
  }
}
