import { randomBytes, randomInt } from 'node:crypto'
import { codes } from '#contracts/envelope'
import { nodeTypes } from '#contracts/menu'
import type { PermissionNode } from '#contracts/permission-node'
import { passwordHash } from '#lib/password-hash'
import { withSection } from '../answer.ts'
import type { WorkingContext } from '../context.ts'
import { describe } from '../mask.ts'
import { type Probe, Skip } from '../probe.ts'
import { forgedId, forgedLike } from '../reading.ts'
import { orgIdOf } from '../reads.ts'
import { makePlain, plainKeys } from './plain.ts'
import { makeRecord, mark, rowsSaying, switchedBy, usual } from './record.ts'
import { orSkip, type Steps } from './steps.ts'

/** An organization, in it a department, a role and what else there is of organizations, and an account that has both. */
export async function checkPeople(probe: Probe, steps: Steps, place: WorkingContext): Promise<void> {
  const own = mark()
  const organization = await orSkip(() => makePlain(probe, steps, 'organization', own))
  // Who may not add organizations works in the one that they are in.
  const orgId = organization ?? orgIdOf(place)
  const department = await orSkip(() => makePlain(probe, steps, 'department', own, orgId))
  if (department !== undefined)
    await steps.run('department.listByOrganization', () =>
      listed(probe, 'department.listByOrganization', orgId, department),
    )
  for (const key of plainKeys) {
    if (key !== 'organization' && key !== 'department')
      await orSkip(() => makePlain(probe, steps, key, own, orgId))
  }
  const role = await orSkip(() => makeRole(probe, steps, own, orgId))
  if (role !== undefined)
    await steps.run('account.listRole', () => listed(probe, 'account.listRole', orgId, role))
  await orSkip(() => makeAccount(probe, steps, own, { orgId, department, role }))
}

async function makeRole(probe: Probe, steps: Steps, own: string, orgId: string): Promise<string> {
  const tree = await steps.run('menu.findAllPermission', () =>
    probe.success('menu.findAllPermission', { query: { orgId } }),
  )
  const nodes = leavesOf(tree ?? [])
  const first = nodes[0]
  if (first === undefined) {
    probe.findings.skip('role.add', 'the permission tree has nothing that a role could grant')
    throw new Skip('no permission to grant')
  }
  const name = `conformance-${own}`
  const body = { name, orgId, description: 'conformance run', resourceIdList: [first] }
  const made = await makeRecord(probe, steps, {
    ...usual('role'),
    body: (letter = '') => ({ ...body, name: `${name}${letter}` }),
    bad: { with: { resourceIdList: [] }, what: 'nothing checked in the permission tree' },
    edit: { description: 'edited', resourceIdList: nodes.slice(0, 2) },
    unique: false,
    find: (sent) => rowsSaying(probe, 'role.list', { roleName: sent.name }, ['name', sent.name]),
  })
  return made.id
}

/** Buttons, which hang below nothing else and have nothing below them. */
function leavesOf(nodes: readonly PermissionNode[]): string[] {
  return nodes.flatMap((node) => {
    const children = node.children ?? []
    return children.length === 0 && node.type === nodeTypes.button ? [node.id] : leavesOf(children)
  })
}

async function makeAccount(
  probe: Probe,
  steps: Steps,
  own: string,
  { orgId, department, role }: { orgId: string; department: string | undefined; role: string | undefined },
): Promise<void> {
  const account = `conformance-${own}`
  // Nobody learns it: the account is there for a moment, and belongs to nobody.
  const password = passwordHash(`a1${randomBytes(9).toString('base64url')}`)
  const body = {
    account,
    name: account,
    phone: `139${String(randomInt(10 ** 8)).padStart(8, '0')}`,
    userOrgList: [{ orgId, deptId: department ?? null }],
    usersRoleList: role === undefined ? [] : [role],
    password,
  }
  const made = await makeRecord(probe, steps, {
    ...usual('account'),
    ...switchedBy('account.updateEnable', (sent) => ({ body: sent })),
    body: (letter = '') => ({ ...body, account: `${account}${letter}` }),
    bad: { with: { phone: '12' }, what: 'a phone number of two digits' },
    edit: { name: `conformance-${own}-2` },
    unique: true,
    find: (sent) => rowsSaying(probe, 'account.list', { account: sent.account }, ['account', sent.account]),
  })
  await steps.run('account.resetPassword', async () => {
    const given = { id: made.id, password }
    const without = { token: null }
    await probe.refusal('account.resetPassword', { body: given }, 'without a token', without, [
      codes.signedOut,
    ])
    const plain = { ...given, password: 'plain1234' }
    await probe.refusal('account.resetPassword', { body: plain }, 'a password that is not hashed')
    await probe.read('account.resetPassword', { body: given })
  })
  await steps.run('account.endSessions', async () => {
    const without = { token: null }
    const asked = { userId: made.id }
    await probe.refusal('account.endSessions', { body: asked }, 'without a token', without, [codes.signedOut])
    const ended = await probe.success('account.endSessions', { body: asked })
    if (ended !== undefined && ended.ended !== 0) {
      tell(probe, 'account.endSessions', 'data.ended', 'none: nobody has signed in', describe(ended.ended))
    }
  })
  await steps.run('bulk.run', async () => {
    const inputs = [made.id, forgedLike(made.id)].map((id) => ({ body: { id, enabled: 1 } }))
    const body = {
      bulkId: `conformance-${own}`.padEnd(16, '-'),
      call: 'account.updateEnable' as const,
      inputs,
    }
    await probe.refusal('bulk.run', { body }, 'without a token', { token: null }, [codes.signedOut])
    await probe.refusal('bulk.run', { body: { ...body, inputs: [] } }, 'no row')
    const answers = await probe.success('bulk.run', { body })
    const fits = answers?.length === 2 && answers[0]?.code === 0 && answers[1]?.code !== 0
    if (answers !== undefined && !fits) {
      const contract = 'an answer a row, in their order: the second is of nobody, hence refused'
      tell(probe, 'bulk.run', 'data', contract, describe(answers))
    }
  })
  await steps.run('account.setDepartment', async () => {
    const given = { userId: made.id, orgId, deptId: department ?? null }
    const without = { token: null }
    await probe.refusal('account.setDepartment', { body: given }, 'without a token', without, [
      codes.signedOut,
    ])
    const elsewhere = { ...given, deptId: forgedId }
    await probe.refusal('account.setDepartment', { body: elsewhere }, 'a department that is not there')
    await probe.read('account.setDepartment', { body: given })
  })
  await steps.run('account.viewAs', () => checkViewing(probe, made.id, orgId))
  if (role === undefined) return
  await steps.run('account.setRole', async () => {
    const given = { userId: made.id, orgId, roleId: role, held: 1 as const }
    const without = { token: null }
    await probe.refusal('account.setRole', { body: given }, 'without a token', without, [codes.signedOut])
    const nothing = { ...given, roleId: forgedId }
    await probe.refusal('account.setRole', { body: nothing }, 'a role that is not there')
    await probe.read('account.setRole', { body: given })
  })
  await steps.run('account.updateRoles', async () => {
    const roles = { orgId, userId: made.id, usersRoleList: [role] }
    const without = { token: null }
    await probe.refusal('account.updateRoles', { body: roles }, 'without a token', without, [codes.signedOut])
    await probe.refusal('account.updateRoles', { body: { ...roles, usersRoleList: [] } }, 'no role')
    await probe.read('account.updateRoles', { body: roles })
  })
  await steps.run('account.usersRoles', async () => {
    const query = { userId: made.id, orgId }
    const held = await probe.success('account.usersRoles', { query })
    if (held === undefined || held.some(({ roleId }) => roleId === role)) return
    tell(probe, 'account.usersRoles', 'data', 'the role that the account was given', describe(held))
  })
}

/** A session that sees the console as somebody else: it reads, and changes nothing. */
async function checkViewing(probe: Probe, userId: string, orgId: string): Promise<void> {
  const body = { userId, orgId }
  await probe.refusal('account.viewAs', { body }, 'without a token', { token: null }, [codes.signedOut])
  const answer = await probe.answer('account.viewAs', { body })
  if (answer === undefined) return
  probe.requireReachable('account.viewAs', answer)
  if (!probe.superAdministrator) {
    probe.judgeRefusal('account.viewAs', answer, 'by somebody who is no super administrator')
    return
  }
  const given = probe.readAnswer('account.viewAs', answer) as { access_token: string } | undefined | null
  if (!given) return
  const viewing = { token: given.access_token }
  const form = { body: { nickName: 'conformance' } }
  await probe.refusal('user.update', form, 'by a session that sees as somebody else', viewing)
  await probe.answer('session.signOut', {}, viewing)
}

async function listed(
  probe: Probe,
  call: 'department.listByOrganization' | 'account.listRole',
  orgId: string,
  id: string,
): Promise<void> {
  const choices = await probe.success(call, { query: { orgId } })
  if (choices === undefined || choices.some((choice) => choice.id === id)) return
  tell(probe, call, 'data', 'what was added to this organization', describe(choices))
}

function tell(
  probe: Probe,
  call:
    | 'account.usersRoles'
    | 'account.endSessions'
    | 'bulk.run'
    | 'department.listByOrganization'
    | 'account.listRole',
  at: string,
  contract: string,
  came: string,
): void {
  const sent = 'a record of the run’s own'
  probe.findings.difference({ call, at, sent, contract: withSection(call, contract), came })
}
