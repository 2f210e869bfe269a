import { after, hour } from '#platform/kernel/clock'
import type { Queries } from '#platform/kernel/db/schema'
import type { SeededRandom } from './seeded-random.ts'

const organizations = [
  ['EAST', '华东储能', 'East Storage', true],
  ['WEST', '西部储能', 'West Storage', true],
  ['NORTH', '华北储能', 'North Storage', true],
  ['SOUTH', '华南储能', 'South Storage', true],
  ['CENTRAL', '华中储能', 'Central Storage', true],
  ['NORTHWEST', '西北新能源', null, true],
  ['HQ', '集团总部', 'Headquarters', true],
  ['SUNFIELD', 'Sunfield Solar', null, true],
  ['BLUEGRID', 'Blue Grid Ltd', null, true],
  ['HARBOR', 'Harbor Energy', '港区综合能源', true],
  ['ALPINE', 'Alpine Hydro', null, true],
  ['COAST', 'Coastal Wind', '沿海风电', true],
  ['LAB', '储能技术研究院', null, true],
  ['PILOT', '试点园区', '已停用', false],
] as const

const departments = [
  ['OPS', '运行部', null],
  ['MAINT.1', '检修一班', '含夜班'],
  ['SAFETY', 'Safety and Quality', null],
] as const

export interface SeededOrganization {
  id: string
  code: string
  enabled: boolean
  departments: [string, ...string[]]
}

export async function seedOrganizations(
  db: Queries,
  now: Date,
  random: SeededRandom,
): Promise<SeededOrganization[]> {
  const seeded = organizations.map(([code, name, remark, enabled], index) => {
    const created = after(now, -(200 - index) * 24 * hour)
    return { id: random.id(created), code, name, remark, enabled, created_time: created }
  })
  await db.insertInto('organization').values(seeded).execute()
  const rows = seeded.flatMap((organization) =>
    departments.map(([code, name, remark], index) => {
      const created = after(organization.created_time, (index + 1) * hour)
      return {
        id: random.id(created),
        org_id: organization.id,
        code,
        name,
        remark,
        enabled: !(code === 'SAFETY' && organization.code.length > 7),
        created_time: created,
      }
    }),
  )
  await db.insertInto('department').values(rows).execute()
  return seeded.map(({ id, code, enabled }) => {
    const [first = '', ...others] = rows.filter((row) => row.org_id === id).map((row) => row.id)
    return { id, code, enabled, departments: [first, ...others] }
  })
}
