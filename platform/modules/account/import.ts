import { type RawBuilder, sql } from 'kysely'
import { ownForm, updateRoles } from '#contracts/account'
import { type CheckedRow, check, type ImportField, type ImportRow, imported } from '#contracts/account-import'
import { limits } from '#contracts/limits'
import { seenText } from '#contracts/plain-text'
import {
  covers,
  type Person,
  type Scope,
  scopeOf,
  seesAccount,
  within,
} from '#platform/kernel/auth/authority'
import type { Queries } from '#platform/kernel/db/schema'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import {
  type Locale,
  type MessageKey,
  type MessageParams,
  messageText,
  validationText,
} from '#platform/kernel/messages'
import { Refusal } from '#platform/kernel/refusal'
import { ownFields } from './record.ts'
import { rolesBeyond } from './roles.ts'

/** Of one import. */
const mostImported = 10_000

export const importRoutes: readonly Route[] = [
  handle(check, async ({ db, person, scope, locale, body: { rows } }) => {
    const places = await Places.of(db, scope, rows)
    const roles = await Roles.of(db, person, scope, places, rows)
    const taken = await takenNames(db, rows)
    return rows.map((row): CheckedRow => {
      const faults: { field: string; message: string }[] = []
      const tell = (field: ImportField, key: MessageKey, params: MessageParams = {}) =>
        faults.push({ field, message: messageText(locale, key, params) })
      const own = ownForm.safeParse(row)
      for (const { path, message } of own.error?.issues ?? []) {
        const field = String(path[0])
        if (!faults.some((fault) => fault.field === field))
          faults.push({ field, message: told(locale, message) })
      }
      if (taken.has(seenText(row.account))) tell('account', 'accountTaken')
      const userOrgList = places.membershipsOf(row, tell)
      const usersRoleList = roles.rolesOf(
        row,
        userOrgList.map(({ orgId }) => orgId),
        tell,
      )
      if (faults.length > 0 || !own.success) return { faults }
      return {
        faults,
        account: { ...ownFields(own.data), userOrgList, usersRoleList },
      }
    })
  }),

  handle(imported, async (call) => {
    const rows = await call.db
      .selectFrom('account as a')
      .where('a.import_id', '=', call.query.importId)
      .where(seesAccount(call))
      .orderBy('a.created_time')
      .orderBy('a.id')
      .select(['a.id', 'a.account', 'a.name'])
      .select(
        sql<boolean>`(a.last_login is not null or exists (select 1 from operation_log l
          where l.subject_id = a.id and l.module = 'account' and l.type <> 'add' and l.status = '1'))`.as(
          'used',
        ),
      )
      .limit(mostImported)
      .execute()
    return rows
  }),
]

type Tell = (field: ImportField, key: MessageKey, params?: MessageParams) => void

function told(locale: Locale, message: string): string {
  return validationText(locale, message) ?? messageText(locale, 'badInput')
}

function parts(text: string): string[] {
  return [...new Set(text.split(';'))].filter((part) => part !== '')
}

/** `organization / department`; an organization may have a stroke in its name. */
function placesOf({ organization, department }: ImportRow): { organization: string; department: string }[] {
  return parts(organization).map((part) => {
    const [, org, dept] = /^(.*\S)\s+\/\s+(\S.*)$/.exec(part) ?? []
    return org !== undefined && dept !== undefined && department === ''
      ? { organization: org, department: dept }
      : { organization: part, department }
  })
}

interface Named {
  id: string
  org_id?: string
  name: string
  code: string | null
}
const key = (text: string) => seenText(text).toLowerCase()

/** Those of this code, else of this name, of which there may be several; of one organization, where they stand in some. */
type Find<Of> = (text: string, orgId?: string) => readonly Of[]

/** Read once, however many rows speak of them. */
function finder<Of extends Named>(all: readonly Of[]): Find<Of> {
  const placeOf = (kind: 'code' | 'name', text: string, orgId = '') => `${kind} ${orgId} ${key(text)}`
  const known = new Map<string, Of[]>()
  const add = (place: string, one: Of) => {
    const there = known.get(place)
    if (there === undefined) known.set(place, [one])
    else there.push(one)
  }
  for (const one of all) {
    if (one.code !== null) add(placeOf('code', one.code, one.org_id), one)
    add(placeOf('name', one.name, one.org_id), one)
  }
  return (text, orgId) =>
    known.get(placeOf('code', text, orgId)) ?? known.get(placeOf('name', text, orgId)) ?? []
}

/** The organizations and departments that rows speak of, as far as the caller may add accounts there. */
class Places {
  readonly ids: readonly string[]
  readonly #organizations: Find<Named>
  readonly #departments: Find<Named>

  private constructor(organizations: readonly Named[], departments: readonly Named[]) {
    this.ids = organizations.map(({ id }) => id)
    this.#organizations = finder(organizations)
    this.#departments = finder(departments)
  }

  static async of(db: Queries, scope: Scope, rows: readonly ImportRow[]): Promise<Places> {
    const spoken = rows.flatMap(placesOf)
    const words = [
      ...new Set(
        spoken.flatMap(({ organization, department }) => [seenText(organization), seenText(department)]),
      ),
    ]
    const isSpoken = (table: string) =>
      sql<boolean>`(${isOneOf(words, `${table}.name`)} or ${isOneOf(words, `${table}.code`)})`
    const organizations = await db
      .selectFrom('organization as o')
      .where(within(scope, 'o.id'))
      .where(isSpoken('o'))
      .select(['o.id', 'o.name', 'o.code'])
      .execute()
    const departments = await db
      .selectFrom('department as d')
      .where('d.org_id', 'in', [...organizations.map(({ id }) => id), ''])
      .where(isSpoken('d'))
      .select(['d.id', 'd.org_id', 'd.name', 'd.code'])
      .execute()
    return new Places(organizations, departments)
  }

  membershipsOf(row: ImportRow, tell: Tell): { orgId: string; deptId: string | null }[] {
    const places = placesOf(row)
    if (places.length === 0) tell('organization', 'importNoOrganization')
    if (places.length > limits.importParts) tell('organization', 'importTooMany')
    const memberships: { orgId: string; deptId: string | null }[] = []
    for (const { organization, department } of places.slice(0, limits.importParts)) {
      const [found, another] = this.#organizations(organization)
      if (found === undefined) tell('organization', 'importUnknownOrganization', { name: organization })
      else if (another !== undefined) tell('organization', 'importAmbiguous', { name: organization })
      else if (memberships.some(({ orgId }) => orgId === found.id))
        tell('organization', 'importTwice', { name: organization })
      else memberships.push({ orgId: found.id, deptId: this.#department(found.id, department, tell) })
    }
    return memberships
  }

  #department(orgId: string, name: string, tell: Tell): string | null {
    if (name === '') return null
    const [found, another] = this.#departments(name, orgId)
    if (found === undefined) tell('department', 'importUnknownDepartment', { name })
    else if (another !== undefined) tell('department', 'importAmbiguous', { name })
    return found?.id ?? null
  }
}

/** The roles that rows speak of, and whether the caller may grant each. */
class Roles {
  readonly #roles: Find<Named>
  readonly #refused: ReadonlyMap<string, Refusal>

  private constructor(roles: readonly Named[], refused: ReadonlyMap<string, Refusal>) {
    this.#roles = finder(roles)
    this.#refused = refused
  }

  static async of(
    db: Queries,
    person: Person,
    scope: Scope,
    places: Places,
    rows: readonly ImportRow[],
  ): Promise<Roles> {
    const words = [...new Set(rows.flatMap(({ role }) => parts(role).map(seenText)))]
    const found = await db
      .selectFrom('role as r')
      .where('r.org_id', 'in', [...places.ids, ''])
      .where(within(scope, 'r.org_id'))
      .where(isOneOf(words, 'r.name'))
      .select(['r.id', 'r.org_id', 'r.name'])
      .execute()
    const mayGrant = await scopeOf(db, person, updateRoles.permissions)
    const refused = new Map<string, Refusal>()
    const given: [id: string, orgId: string][] = []
    for (const { id, org_id } of found) {
      if (covers(mayGrant, org_id)) given.push([id, org_id])
      else refused.set(id, new Refusal(403, 'notPermitted'))
    }
    for (const { id, name } of await rolesBeyond(db, person, given)) {
      refused.set(id, new Refusal(403, 'notHeld', { params: { name } }))
    }
    return new Roles(
      found.map((role) => ({ ...role, code: null })),
      refused,
    )
  }

  rolesOf({ role }: ImportRow, orgIds: readonly string[], tell: Tell): string[] {
    const wanted = parts(role)
    if (wanted.length > limits.importParts) tell('role', 'importTooMany')
    return wanted.slice(0, limits.importParts).flatMap((name) => {
      const found = orgIds.flatMap((orgId) => this.#roles(name, orgId))
      // Without an organization nobody can tell which role is meant: that is told already.
      if (found.length === 0 && orgIds.length > 0) tell('role', 'importUnknownRole', { name })
      return found.map(({ id }) => {
        const refusal = this.#refused.get(id)
        if (refusal !== undefined) tell('role', refusal.key, refusal.params)
        return id
      })
    })
  }
}

/** The names of accounts that there are already, as the rows have them. */
async function takenNames(db: Queries, rows: readonly ImportRow[]): Promise<Set<string>> {
  const names = rows.map(({ account }) => seenText(account))
  const { rows: found } = await sql<{ account: string }>`
    select given.account from unnest(${names}::text[]) as given (account)
    where exists (select from account a where lower(a.account) = lower(given.account))`.execute(db)
  return new Set(found.map(({ account }) => account))
}

/** In the lower case of the database, which knows another one of some letters than scripts do: of İ, or under the locale C of all but ASCII. */
function isOneOf(words: readonly string[], column: string): RawBuilder<boolean> {
  return sql<boolean>`lower(${sql.ref(column)}) = any(array(select lower(word) from unnest(${words}::text[]) as word))`
}
