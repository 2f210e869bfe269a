import fc from 'fast-check'
import { nodeTypes } from '#contracts/menu'
import type { EndpointName } from '#contracts/registry'
import type { World } from './world.ts'

/** Parts of a call's parameters, query or body that belong together, so that many calls are right; random alone rarely finds them. */
type Consistent = Partial<Record<'params' | 'query' | 'body', fc.Arbitrary<object>>>

export function consistentFor(name: EndpointName, world: World): Consistent {
  const { spare, org } = world
  const switchOf = (id: string) =>
    fc.record({ id: fc.constant(id), enabled: fc.constantFrom(0, 1, true, 'false') })
  // What travels in the body must not be contradicted in the query.
  const noQuery = fc.constant({ id: undefined, enabled: undefined })
  const idOf = (id: string) => fc.constant({ id })
  const moved = (id: string) => ({
    body: fc.record({
      id: fc.constant(id),
      orgId: fc.constantFrom(org.EAST, org.WEST),
      name: freshName,
      version: versionOf(world, id),
    }),
  })
  const menu = menuEntry(world)
  const [key = '', call] = name.split('.')
  const own = spare.own[key]
  if (own !== undefined) {
    if (call === 'add') return { body: fc.record({ orgId: fc.constant(org.EAST), name: freshName }) }
    if (call === 'update') return moved(own)
    if (call === 'remove') return { params: idOf(own) }
    if (call === 'updateEnable') return { query: switchOf(own) }
  }
  switch (name) {
    case 'account.add':
      return {
        body: fc.record({
          userOrgList: fc.constantFrom(...ofEast(world, world.places)).map((place) => [place]),
          usersRoleList: fc.subarray(ofEast(world, world.grants).map(({ roleId }) => roleId)),
          account: freshName,
          name: freshName,
        }),
      }
    case 'account.update':
      return {
        body: fc.constantFrom(...world.members).chain(({ userId, orgId }) =>
          fc.record({
            id: fc.constant(userId),
            userOrgList: fc.constant([{ orgId }]),
            account: freshName,
            name: freshName,
            usersRoleList: fc.option(rolesOf(world), { nil: undefined }),
            version: versionOf(world, userId),
          }),
        ),
      }
    case 'account.updateRoles':
      return {
        body: fc
          .tuple(fc.constantFrom(...world.members), fc.constantFrom(...world.grants))
          .map(([{ userId }, { orgId, roleId }]) => ({ userId, orgId, usersRoleList: [roleId] })),
      }
    case 'account.setRole':
      return {
        body: fc
          .tuple(fc.constantFrom(...world.members), fc.constantFrom(...world.grants), fc.constantFrom(0, 1))
          .map(([{ userId }, { orgId, roleId }, held]) => ({ userId, orgId, roleId, held })),
      }
    case 'account.setDepartment':
      return { body: fc.constantFrom(...world.members).map((member) => ({ ...member, deptId: null })) }
    case 'account.usersRoles':
      return { query: fc.constantFrom(...world.members) }
    case 'account.restore':
      return { params: idOf(spare.deleted.account) }
    case 'role.restore':
      return { params: idOf(spare.deleted.role) }
    case 'department.restore':
      return { params: idOf(spare.deleted.department) }
    case 'organization.restore':
      return { params: idOf(spare.deleted.organization) }
    case 'menu.restore':
      return { params: idOf(spare.deleted.menu) }
    case 'organization.update':
      return {
        body: fc.constantFrom(...world.codes).chain(({ id, code }) =>
          fc.record({
            id: fc.constant(id),
            code: fc.constant(code),
            name: freshName,
            version: versionOf(world, id),
          }),
        ),
      }
    case 'organization.remove':
      return { params: idOf(spare.organization.id) }
    case 'organization.updateEnable':
      return { body: switchOf(spare.organization.id), query: noQuery }
    case 'allocation.updateEnable':
      return { body: fc.constantFrom(...world.systems).chain(switchOf), query: noQuery }
    case 'apply.add':
      return {
        body: fc.record({
          code: fc.constant('fuzz1'),
          resourceIdList: fc.shuffledSubarray([...spare.free], { minLength: 1 }),
        }),
      }
    case 'apply.update':
      return {
        body: fc.record({
          id: fc.constant(spare.application),
          code: fc.constantFrom('spare', 'fuzz2'),
          resourceIdList: fc.shuffledSubarray([...spare.taken, ...spare.free], { minLength: 1 }),
          version: versionOf(world, spare.application),
        }),
      }
    case 'apply.remove':
      return { params: idOf(spare.application) }
    case 'menu.add':
      return { body: menu.map(({ of: _, ...entry }) => entry) }
    case 'menu.update':
      return {
        body: menu.chain(({ of, ...entry }) =>
          versionOf(world, of).map((version) => ({ ...entry, id: of, version })),
        ),
      }
    case 'menu.remove':
      return {
        params: fc
          .constantFrom(spare.menus.directory, spare.menus.button)
          .map((resourceId) => ({ resourceId })),
        query: fc.constantFrom({ systemId: spare.menus.app }, { systemId: undefined }),
      }
    case 'menu.updateEnable':
      return { body: switchOf(spare.menus.page), query: noQuery }
    default:
      return {}
  }
}

/** Most of the time with the parts that belong together. */
export function often(
  values: fc.Arbitrary<unknown>,
  consistent: fc.Arbitrary<object> | undefined,
): fc.Arbitrary<unknown> {
  if (consistent === undefined) return values
  const together = fc.tuple(values, consistent).map(([value, parts]) => Object.assign({}, value, parts))
  return fc.oneof({ weight: 3, arbitrary: together }, { weight: 1, arbitrary: values })
}

const freshName = fc.nat({ max: 999 }).map((number) => `Fresh ${number}`)

function versionOf({ versions }: World, id: string): fc.Arbitrary<string | null | undefined> {
  return fc.constantFrom(undefined, null, versions.get(id))
}

function ofEast<Record extends { orgId: string }>({ org }: World, records: readonly Record[]): Record[] {
  return records.filter(({ orgId }) => orgId === org.EAST)
}

function rolesOf({ grants }: World): fc.Arbitrary<string[]> {
  return fc.uniqueArray(fc.constantFrom(...grants.map(({ roleId }) => roleId)), { maxLength: 2 })
}

/** An entry where it may hang (specification section 4), and which of the spare ones is of its type. */
function menuEntry({ spare }: World): fc.Arbitrary<{ of: string }> {
  const { root, directory, page, button, app } = spare.menus
  const entry = (type: number, of: string, parents: readonly string[], more: object = {}) =>
    fc
      .record({
        type: fc.constant(type),
        of: fc.constant(of),
        pid: fc.constantFrom(...parents),
        code: fc.nat({ max: 999 }).map((number) => `ems.fresh.${number}`),
        systemId: fc.constantFrom(undefined, app),
      })
      .map((shared) => ({ ...shared, ...more }))
  const { directory: folder, menu, button: action, component } = nodeTypes
  return fc.oneof(
    entry(folder, directory, [root, directory]),
    entry(menu, page, [directory], { iFrame: false, component: 'a/b' }),
    entry(menu, page, [directory], { iFrame: true, linkUrl: '/x' }),
    entry(action, button, [page], { method: 'POST' }),
    entry(component, button, [directory, page], { component: 'a/b' }),
  )
}
