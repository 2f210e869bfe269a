import * as accounts from '#contracts/account'
import { discoveryStatuses } from '#contracts/assets'
import { codes } from '#contracts/envelope'
import { limits } from '#contracts/limits'
import { type EndpointName, type KeyWith, pagesWith } from '#contracts/registry'
import type { WorkingContext } from './context.ts'
import { impactReads } from './impact-reads.ts'
import { importReads } from './import-reads.ts'
import { type ListKind, lists, type Row } from './list-filters.ts'
import { checkList } from './lists.ts'
import { describe } from './mask.ts'
import { checkMenu } from './menu-reads.ts'
import { pictureId, readPicture } from './pictures.ts'
import { type Probe, Skip } from './probe.ts'
import { forgedId, forgedLike, idOf, type Reading, tell } from './reading.ts'
import type { RawInput } from './request.ts'
import { wrongToken } from './sign-in.ts'

/** What nothing is called. */
const nowhere = 'conformance-nowhere-7q'

/** A permission that every platform knows. */
const [aPermission = ''] = accounts.list.permissions

/** What any reading call needs, so that nothing but the token is wrong with it. */
export const anyQuery = {
  page: 1,
  limit: limits.pageSize,
  orgId: forgedId,
  userId: forgedId,
  menuName: 'account',
  subjectId: forgedId,
  codes: aPermission,
  text: forgedId,
  importId: forgedId,
}

/** The reading calls of the contract, with what is looked at. Each may throw a Skip. */
export const reads: Partial<Record<EndpointName, (reading: Reading) => Promise<void>>> = {
  'session.listOrganizations': async ({ probe }) => {
    await probe.success('session.listOrganizations', { query: {} })
  },
  'session.mainMenu': checkMenu,
  'alarm.count': async ({ probe }) => {
    await probe.success('alarm.count', {})
  },
  'image.read': checkPicture,
  ...Object.fromEntries(
    pagesWith('detail').map((key) => [`${key}.detail`, (reading: Reading) => detail(reading, key)]),
  ),
  'account.usersRoles': async ({ probe, rows, place, user }) => {
    // The person's own account is sure to be in the organization that they work in.
    const isMember = user !== undefined && !probe.superAdministrator
    const userId = isMember ? user.id : idOf(rows.get('account.list')?.[0])
    await probe.success('account.usersRoles', { query: { userId, orgId: orgIdOf(place) } })
    const query = { userId: forgedId, orgId: orgIdOf(place) }
    await probe.refusal('account.usersRoles', { query }, 'an account that is not there')
  },
  'account.sessions': async ({ probe, rows, user }) => {
    const userId = idOf(probe.superAdministrator ? rows.get('account.list')?.[0] : user)
    await probe.success('account.sessions', { query: { userId } })
    await probe.refusal('account.sessions', { query: { userId: forgedId } }, 'an account that is not there')
  },
  'role.effect': async ({ probe, rows }) => {
    const id = idOf(rows.get('role.list')?.find(({ isControl }) => isControl !== 0))
    const role = await probe.success('role.detail', { params: { id } })
    const resourceIdList = role?.resourceIdList ?? []
    if (resourceIdList.length === 0) throw new Skip('no role that grants anything may be changed')
    await probe.read('role.effect', { body: { id, resourceIdList } })
    await probe.refusal(
      'role.effect',
      { body: { id: forgedLike(id), resourceIdList } },
      'an id that is not there',
    )
  },
  'search.find': async ({ probe }) => {
    const found = await probe.success('search.find', { query: { text: nowhere } })
    const rows = Object.values(found ?? {}).flat()
    if (rows.length > 0) {
      tell(probe, 'search.find', 'data', 'nothing: nobody and nothing is called so', describe(rows))
    }
    await probe.refusal('search.find', { query: { text: '' } }, 'no text')
  },
  ...importReads,
  ...impactReads,
  'preference.all': async ({ probe }) => {
    await probe.success('preference.all', {})
  },
  'bulk.calls': async ({ probe }) => {
    await probe.success('bulk.calls', {})
  },
  'account.listRole': async ({ probe, place }) => {
    await probe.success('account.listRole', { query: { orgId: orgIdOf(place) } })
  },
  'access.explain': async ({ probe, place }) => {
    await probe.success('access.explain', { query: { orgId: orgIdOf(place), codes: aPermission } })
    // An entry is one more thing to know: whoever does not goes by the codes.
    const entry = { orgId: orgIdOf(place), codes: aPermission, entry: forgedId }
    await probe.success('access.explain', { query: entry })
    const query = { orgId: forgedId, codes: aPermission }
    if (!probe.superAdministrator) {
      await probe.refusal('access.explain', { query }, 'an organization that one is not in')
    }
  },
  ...Object.fromEntries(
    pagesWith('deleted').map((key) => [
      `${key}.deleted`,
      async ({ probe }: Reading) => {
        await probe.success(`${key}.deleted`, { query: {} })
        const found = await probe.success(`${key}.deleted`, { query: { name: nowhere } })
        if (found !== undefined && found.records.length > 0)
          tell(probe, `${key}.deleted`, 'name', 'only what bears the name', 'what does not bear it')
      },
    ]),
  ),
  'department.listByOrganization': async ({ probe, place }) => {
    await probe.success('department.listByOrganization', { query: { orgId: orgIdOf(place) } })
  },
  'allocation.listConfig': async ({ probe }) => {
    const systems = await probe.success('allocation.listConfig', { query: { limit: limits.largestPage } })
    if (systems !== undefined && systems.length > limits.largestPage) {
      tell(
        probe,
        'allocation.listConfig',
        'data',
        `at most ${limits.largestPage}, as asked for`,
        describe(systems),
      )
    }
  },
  'apply.findAllPoolResource': async ({ probe }) => {
    await probe.success('apply.findAllPoolResource', { query: { type: 2 } })
  },
  'assets.findSystem': async ({ probe, rows }) => {
    rows.set('assets.findSystem', (await probe.success('assets.findSystem', {})) ?? [])
  },
  'assets.getAddStatus': async ({ probe }) => {
    await probe.success('assets.getAddStatus', {})
  },
  'operation.history': async ({ probe, rows }) => {
    const subjectId = idOf(rows.get('account.list')?.[0])
    await probe.success('operation.history', { query: { menuName: 'account', subjectId } })
  },
  'menu.tree': checkTree,
  'menu.findAllPermission': async ({ probe }) => {
    await probe.success('menu.findAllPermission', { query: {} })
  },
  'menu.parentTree': async ({ probe }) => {
    await probe.success('menu.parentTree', { query: { isShowMenu: 1, isShowChildren: 0 } })
  },
}
for (const kind of lists) {
  reads[kind.call] = async (reading) => {
    const { probe, rows } = reading
    rows.set(kind.call, await checkList(probe, kind, alwaysOf(kind, reading)))
  }
}

/** What a list does not answer without: resources are those of the system that was clicked, holders those of an organization. */
function alwaysOf({ call }: ListKind, { rows, place }: Reading): Record<string, string> {
  if (call === 'access.holders') return { orgId: orgIdOf(place), codes: aPermission }
  if (call !== 'assets.findAll') return {}
  const system = rows.get('assets.findSystem')?.find(({ status }) => status === discoveryStatuses.discovered)
  return typeof system?.code === 'string' ? { code: system.code } : {}
}

/** Without a token, and with one that nobody was given, a call has to say that nobody is signed in. */
export async function checkTokens(probe: Probe, name: EndpointName, input: RawInput): Promise<void> {
  await probe.refusal(name, input, 'without a token', { token: null }, [codes.signedOut])
  const wrong = { token: wrongToken() }
  await probe.refusal(name, input, 'a token that nobody was given', wrong, [
    codes.signedOut,
    codes.sessionEnded,
  ])
}

async function detail({ probe, rows }: Reading, key: KeyWith<'detail'>): Promise<void> {
  const name = `${key}.detail` as const
  // The specification's.
  const more: RawInput = key === 'apply' ? { query: { type: 2 } } : {}
  const id = rows.get(`${key}.list`)?.[0]?.id
  if (typeof id === 'string') {
    const read = (await probe.read(name, { ...more, params: { id } })) as Row | undefined
    if (read !== undefined && read.id !== id)
      tell(probe, name, 'data.id', 'the id that was asked for', describe(read.id))
  }
  const missing = { ...more, params: { id: forgedLike(String(id)) } }
  const answer = await probe.refusal(name, missing, 'an id that is not there')
  await probe.refusal(name, { ...more, params: { id: "1' or '1'='1" } }, 'an id of the wrong form')
  if (typeof id !== 'string' && answer === undefined) throw new Skip('there is no row to ask for')
}

async function checkTree({ probe, rows }: Reading): Promise<void> {
  const roots = await probe.success('menu.tree', { query: {} })
  const entries = roots?.flatMap(({ children }) => children ?? []) ?? []
  rows.set(
    'menu.tree',
    entries.map(({ id }) => ({ id })),
  )
  const stranger = roots?.findIndex((root) => root.type !== 0) ?? -1
  if (stranger >= 0) {
    tell(probe, 'menu.tree', `data[${stranger}].type`, 'an application: 0', describe(roots?.[stranger]?.type))
  }
  const found = await probe.success('menu.tree', { query: { searchStr: nowhere } })
  if (found !== undefined && found.length > 0) {
    tell(probe, 'menu.tree', 'data', 'nothing: no entry has the name that was searched for', describe(found))
  }
}

async function checkPicture({ probe, rows, user }: Reading): Promise<void> {
  const stored = [user?.headImg, ...(rows.get('apply.list') ?? []).map((row) => row.icon)].filter(
    (path): path is string => typeof path === 'string' && path.startsWith('/'),
  )
  const ids = stored.flatMap((path) => pictureId(path) ?? [])
  const elsewhere = stored.find((path) => pictureId(path) === undefined)
  if (elsewhere !== undefined) {
    probe.findings.advise({
      call: 'image.read',
      at: 'the stored path',
      sent: 'the path of a picture that the platform answered',
      contract:
        'a path of this call: /sys/image/{id}. The console passes no other on, and shows its default picture',
      came: describe(elsewhere),
    })
  }
  if (ids[0] !== undefined) await readPicture(probe, 'image.read', { params: { id: ids[0] } })
  const missing = await probe.answer('image.read', { params: { id: forgedId } })
  if (missing?.envelope?.code === 0) {
    tell(probe, 'image.read', 'an id that is not there', 'a refusal', 'it was accepted')
  }
  if (ids[0] === undefined) throw new Skip('no answer had the path of a picture of this call')
}

export function orgIdOf({ orgId }: WorkingContext): string {
  if (orgId !== undefined) return orgId
  throw new Skip('the account has no organization')
}
