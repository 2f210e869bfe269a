import { after, hour } from '#platform/kernel/clock'
import type { Queries } from '#platform/kernel/db/schema'
import type { SeededOrganization } from './organizations.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Node ids by code, of one application each. */
export interface Trees {
  uia: ReadonlyMap<string, string>
  ems: ReadonlyMap<string, string>
  report: ReadonlyMap<string, string>
}
export type RoleKind = 'manager' | 'viewer' | 'engineer' | 'field'

const names: Record<RoleKind, readonly [chinese: string, english: string]> = {
  manager: ['组织管理员', 'Administrator'],
  viewer: ['只读查看', 'Viewer'],
  engineer: ['储能工程师', 'Storage engineer'],
  field: ['现场人员', 'Field crew'],
}
const descriptions: Record<RoleKind, string> = {
  manager: '本组织全部权限',
  viewer: '仅查询与详情',
  engineer: 'Stations and alarms',
  field: '能源管理与报表，无平台权限',
}

/** Every organization has a manager and a viewer, some more. Gives the role ids by organization and kind. */
export async function seedRoles(
  db: Queries,
  now: Date,
  random: SeededRandom,
  organizations: readonly SeededOrganization[],
  trees: Trees,
): Promise<(orgCode: string, kind: RoleKind) => string> {
  const nodes: Record<RoleKind, readonly string[]> = {
    manager: [...trees.uia.values(), ...trees.ems.values()],
    viewer: viewed(trees.uia),
    engineer: [...trees.ems.values()],
    field: [...trees.ems.values(), ...trees.report.values()],
  }
  const seeded = organizations.flatMap((organization, index) =>
    kindsOf(organization.code).map((kind, place) => {
      const created = after(now, -(150 - index) * 24 * hour + place * hour)
      const isEnglish = index >= 7 && index <= 11
      return {
        kind,
        orgCode: organization.code,
        row: {
          id: random.id(created),
          org_id: organization.id,
          name: names[kind][isEnglish ? 1 : 0],
          description: descriptions[kind],
          created_time: created,
        },
      }
    }),
  )
  await db
    .insertInto('role')
    .values(seeded.map(({ row }) => row))
    .execute()
  await db
    .insertInto('role_node')
    .values(seeded.flatMap(({ kind, row }) => nodes[kind].map((node_id) => ({ role_id: row.id, node_id }))))
    .execute()
  const ids = new Map(seeded.map(({ orgCode, kind, row }) => [`${orgCode} ${kind}`, row.id]))
  return (orgCode, kind) => {
    const id = ids.get(`${orgCode} ${kind}`)
    if (id === undefined) throw new Error(`no role ${kind} in ${orgCode}`)
    return id
  }
}

function kindsOf(orgCode: string): readonly RoleKind[] {
  return orgCode === 'EAST' || orgCode === 'WEST'
    ? ['manager', 'viewer', 'engineer', 'field']
    : ['manager', 'viewer']
}

/** Search and detail codes, and nothing else of the buttons; pages come with them by themselves. */
function viewed(tree: ReadonlyMap<string, string>): string[] {
  return [...tree].filter(([code]) => /\.(search|detail)$/.test(code)).map(([, id]) => id)
}
