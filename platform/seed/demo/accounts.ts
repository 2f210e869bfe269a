import { hashPassword, passwordHash, verifyPassword } from '#platform/kernel/auth/password'
import { after, hour } from '#platform/kernel/clock'
import type { Queries } from '#platform/kernel/db/schema'
import type { SeededOrganization } from './organizations.ts'
import { people } from './people.ts'
import type { RoleKind } from './roles.ts'
import type { SeededRandom } from './seeded-random.ts'

export const demoPassword = 'Atrium2026'

/** Whether `admin` may still sign in with the password that everybody knows. */
export async function hasDemoPassword(db: Queries): Promise<boolean> {
  const admin = await db
    .selectFrom('account')
    .where('account', '=', 'admin')
    .where('enabled', '=', true)
    .select('password_hash')
    .executeTakeFirst()
  return admin !== undefined && verifyPassword(passwordHash(demoPassword), admin.password_hash)
}

interface Member {
  account: string
  name: string
  /** Organization code and kind of role there. */
  places: readonly (readonly [orgCode: string, kind: RoleKind])[]
  super?: boolean
}

const known: readonly Member[] = [
  { account: 'orphan', name: '无组织用户', places: [] },
  { account: 'field', name: '周野', places: [['EAST', 'field']] },
  { account: 'auditor', name: '沈静', places: [['EAST', 'viewer']] },
  {
    account: 'operator',
    name: '陆明远',
    places: [
      ['EAST', 'manager'],
      ['WEST', 'viewer'],
    ],
  },
  { account: 'admin', name: '超级管理员', places: [['HQ', 'manager']], super: true },
]

/** Stores the demo accounts, all with one password: the slow hash is made once. The known ones come last, hence first in lists. */
export async function seedAccounts(
  db: Queries,
  now: Date,
  random: SeededRandom,
  organizations: readonly SeededOrganization[],
  roleId: (orgCode: string, kind: RoleKind) => string,
): Promise<{ id: string; account: string }[]> {
  const password_hash = await hashPassword(passwordHash(demoPassword))
  const members = [...people.map((person, index) => ordinary(person, index, random, organizations)), ...known]
  const rows = members.map((member, index) => {
    const created = after(now, -(members.length - index) * 26 * hour)
    return {
      id: random.id(created),
      account: member.account,
      name: member.name,
      phone: `1${3 + random.number(7)}${String(random.number(10 ** 9)).padStart(9, '0')}`,
      email: `${member.account}@example.com`,
      company: 'Atrium Energy',
      enabled: known.includes(member) || index % 9 !== 4,
      super: member.super === true,
      desensitization: false,
      password_hash,
      created_time: created,
    }
  })
  await db.insertInto('account').values(rows).execute()

  const orgOf = new Map(organizations.map((organization) => [organization.code, organization]))
  const places = members.flatMap((member, index) =>
    member.places.flatMap(([code, kind]) => {
      const organization = orgOf.get(code)
      const id = rows[index]?.id
      return organization === undefined || id === undefined ? [] : [{ id, organization, kind }]
    }),
  )
  await db
    .insertInto('membership')
    .values(
      places.map(({ id, organization }) => ({
        account_id: id,
        org_id: organization.id,
        dept_id: random.pick(organization.departments),
      })),
    )
    .execute()
  await db
    .insertInto('account_role')
    .values(
      places.map(({ id, organization, kind }) => ({
        account_id: id,
        org_id: organization.id,
        role_id: roleId(organization.code, kind),
      })),
    )
    .execute()
  return rows.map(({ id, account }) => ({ id, account }))
}

/** Every second one works in EAST, so that its administrator has pages to turn; some work in two organizations. */
function ordinary(
  [account, name]: readonly [string, string],
  index: number,
  random: SeededRandom,
  organizations: readonly SeededOrganization[],
): Member {
  const codes = organizations.filter((organization) => organization.enabled).map(({ code }) => code)
  const first = index % 2 === 0 ? 'EAST' : (codes[1 + random.number(codes.length - 1)] ?? 'WEST')
  const second = codes[random.number(codes.length)] ?? 'WEST'
  const places = index % 5 === 0 && second !== first ? [first, second] : [first]
  return { account, name, places: places.map((code): [string, RoleKind] => [code, 'viewer']) }
}
