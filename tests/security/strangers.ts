import { expect } from 'playwright/test'
import { type Attacker, type Held, unique } from './attacker'
import { addPerson, ask, organizationIds, tell } from './people'

/** One of each resource of the organization SOUTH, and somebody who may do everything in EAST, and nothing there. */
export async function strangers(attacker: Attacker) {
  const admin = await attacker.standing('admin')
  const ids = await organizationIds(attacker, admin)
  const south = ids.SOUTH ?? ''
  const manager = await addPerson(attacker, admin, { EAST: 'manager' })
  const victim = await addPerson(attacker, admin, { SOUTH: 'viewer' })
  const code = unique('d').slice(0, 18)
  await tell(attacker, admin, '/sys/dept/page/add', { name: code, code, orgId: south, enabled: true })
  const departments = await ask<{ content: { id: string }[] }>(
    attacker,
    admin,
    `/sys/dept/page/list?name=${code}`,
  )
  const [role] = await ask<{ id: string }[]>(attacker, admin, `/sys/user/page/listRole?orgId=${south}`)
  const as = await attacker.begin(manager.account, manager.password)
  const department = departments.content[0]?.id ?? ''
  return { admin, as, manager, victim, east: ids.EAST ?? '', south, department, role: role?.id ?? '' }
}
export type Strangers = Awaited<ReturnType<typeof strangers>>

export async function expectRefused(
  { call }: Attacker,
  as: Held,
  path: string,
  body?: unknown,
  statuses = [403],
): Promise<void> {
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await call(path, { as, method, body: body === null ? undefined : body })
  expect(statuses, `${method} ${path} ${JSON.stringify(body)} ${answer.msg}`).toContain(answer.status)
}
