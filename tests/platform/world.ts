import { permissionKey, spellingsOf } from '#contracts/permission'
import { seeded } from '#platform/seed/demo/seeded-random'
import type { Platform } from './harness.ts'

export const size = { people: 200, roles: 60, organizations: 20 }

/** Rows of a world in which every kind of person, role, organization and menu entry turns up. */
export async function makeWorld(platform: Platform, codes: readonly string[], random = seeded(20_261_122)) {
  const time = platform.now()
  const some = <Item>(items: readonly Item[], share: number) => items.filter(() => random.number(100) < share)
  const organizations = Array.from({ length: size.organizations }, (_, at) => ({
    ...{ id: random.id(time), code: `W${at}`, name: `World ${at}`, created_time: time },
    enabled: at % 7 !== 3,
  }))
  await platform.insert('organization', organizations)
  // The same permission in its other spelling, off; entries that are off, and some whose folder is.
  const [twin] = await platform.rows('menu_node', { code: codes[0] ?? '' })
  if (twin !== undefined) {
    await platform.insert('menu_node', {
      ...twin,
      id: random.id(time),
      code: permissionKey(twin.code),
      enabled: false,
      sort: 99,
    })
  }
  await platform.set('menu_node', { code: codes.slice(4, 7) }, { enabled: false })
  await platform.set('menu_node', { code: 'uia.records' }, { enabled: false })
  const nodes = await platform.rows('menu_node', { code: codes.flatMap(spellingsOf) })
  const roles = Array.from({ length: size.roles }, (_, at) => ({
    ...{ id: random.id(time), name: `World ${at}`, created_time: time },
    org_id: organizations[at % organizations.length]?.id ?? '',
  }))
  await platform.insert('role', roles)
  const held = roles.flatMap(({ id }) => some(nodes, 12).map((node) => ({ role_id: id, node_id: node.id })))
  await platform.insert('role_node', held)
  const people = Array.from({ length: size.people }, (_, at) => ({
    ...{ id: random.id(time), account: `world${at}`, name: `World ${at}`, phone: '13800000000' },
    ...{ password_hash: 'none', desensitization: false, created_time: time },
    ...{ enabled: at % 23 !== 5, super: at % 61 === 7 },
  }))
  await platform.insert('account', people)
  const memberships = people.flatMap(({ id }) =>
    some(organizations, 15).map((organization) => ({ account_id: id, org_id: organization.id })),
  )
  await platform.insert('membership', memberships)
  await platform.insert(
    'account_role',
    memberships.flatMap((place) =>
      some(
        roles.filter(({ org_id }) => org_id === place.org_id),
        40,
      ).map(({ id }) => ({ ...place, role_id: id })),
    ),
  )
  return { organizations, people, memberships }
}
