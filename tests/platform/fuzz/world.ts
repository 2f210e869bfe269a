import { sql } from 'kysely'
import { hashPassword, setPasswordCost } from '#platform/kernel/auth/password'
import { browserHash, type Platform } from '../harness.ts'
import { storePicture } from '../pictures.ts'
import { makeSpare, type Spare } from './spare.ts'
import { versionsOf } from './versions.ts'

/** What there is to name in a request, each list in an order that does not depend on random. */
export interface World {
  organizations: readonly string[]
  departments: readonly string[]
  accounts: readonly string[]
  roles: readonly string[]
  nodes: readonly string[]
  applications: readonly string[]
  systems: readonly string[]
  resources: readonly string[]
  pictures: readonly string[]
  accountNames: readonly string[]
  systemCodes: readonly string[]
  /** Organizations by code. */
  org: Readonly<Record<'EAST' | 'WEST', string>>
  /** Records with what refers to each other, so that calls can be right. */
  places: readonly { orgId: string; deptId: string }[]
  grants: readonly { orgId: string; roleId: string }[]
  members: readonly { orgId: string; userId: string }[]
  codes: readonly { id: string; code: string }[]
  spare: Spare
  /** The version that a detail has answered, by the record's id. */
  versions: ReadonlyMap<string, string>
}

/**
 * Who calls: a super administrator, one with every right in EAST who may only read in WEST, one who may only read, one
 * without any right in the console, and somebody who has not signed in.
 */
export const actors = ['admin', 'operator', 'auditor', 'field', 'nobody'] as const
export type Actor = (typeof actors)[number]
/** How a request is made: by the schema, by the schema with one part broken, or of anything. */
export type Mode = 'valid' | 'broken' | 'junk'

export const ordinary = ['operator', 'auditor', 'field'] as const
export type Ordinary = (typeof ordinary)[number]

/** Everybody's password, and their captcha and SMS code, so that generated calls can be right. */
export const known = {
  secret: browserHash('Atrium2026'),
  captcha: '2468',
  captchaKey: '17000000000001',
  phone: '13900000000',
  smsCode: '123456',
}

/** Prepares what a test starts from; passwords get a cheap hash, since thousands are looked at. */
export async function prepareWorld(platform: Platform): Promise<World> {
  const { db, now } = platform
  setPasswordCost(4)
  const password_hash = await hashPassword(known.secret)
  await db.updateTable('account').set({ password_hash }).execute()
  const expires_at = new Date(now().getTime() + 3_600_000)
  const code_hash = await hashPassword(known.smsCode)
  for (const actor of actors.filter((name) => name !== 'nobody')) {
    await platform.token(actor)
    await db
      .insertInto('sms_code')
      .values({
        account_id: await platform.accountId(actor),
        phone: known.phone,
        code_hash,
        tries: 0,
        expires_at,
      })
      .execute()
  }
  await db
    .insertInto('captcha')
    .values({ key: known.captchaKey, answer: known.captcha, expires_at })
    .execute()
  const pictures = [await storePicture(platform), await storePicture(platform, { as: 'operator' })]
  const spare = await makeSpare(platform, pictures)
  const records = await listed(platform)
  return {
    ...records,
    ...(await related(platform)),
    pictures,
    spare,
    versions: await versionsOf(platform, records, spare),
  }
}

async function related({ db }: Platform): Promise<Pick<World, 'places' | 'grants' | 'members' | 'codes'>> {
  const rowsOf = async <Row>(query: string) => (await sql.raw<Row>(query).execute(db)).rows
  return {
    places: await rowsOf(`select d.org_id as "orgId", d.id as "deptId"
      from department d join organization o on o.id = d.org_id order by o.code <> 'EAST', o.code, d.code limit 40`),
    grants: await rowsOf(`select r.org_id as "orgId", r.id as "roleId"
      from role r join organization o on o.id = r.org_id order by o.code <> 'EAST', o.code, r.name limit 12`),
    members: await rowsOf(`select m.org_id as "orgId", m.account_id as "userId"
      from membership m join organization o on o.id = m.org_id join account a on a.id = m.account_id
      order by o.code <> 'EAST', o.code, a.account limit 60`),
    codes: await rowsOf('select id, code from organization order by code'),
  }
}

async function listed({ db, orgId }: Platform) {
  const column = async (query: string) => {
    const { rows } = await sql.raw<{ value: string }>(query).execute(db)
    return rows.map((row) => row.value)
  }
  return {
    organizations: await column('select id as value from organization order by code'),
    departments: await column(
      'select d.id as value from department d join organization o on o.id = d.org_id order by o.code, d.code',
    ),
    accounts: await column('select id as value from account order by account'),
    roles: await column(
      'select r.id as value from role r join organization o on o.id = r.org_id order by o.code, r.name',
    ),
    nodes: await column('select id as value from menu_node order by code'),
    applications: await column('select id as value from menu_node where type = 0 order by code'),
    systems: await column('select id as value from system_config order by code'),
    resources: await column(
      'select id as value from pool_resource where type = 2 order by system_code, code limit 60',
    ),
    accountNames: await column('select account as value from account order by account'),
    systemCodes: await column('select code as value from system_config order by code'),
    org: { EAST: await orgId('EAST'), WEST: await orgId('WEST') },
  }
}
