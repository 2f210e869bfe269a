import {
  currentUser,
  defaultSetting,
  listOrganizations,
  listSystems,
  listUserOrganizations,
  type ThemeCode,
  themeCodes,
} from '#contracts/session'
import {
  absent,
  covers,
  only,
  requireCovered,
  type Scope,
  scopeOf,
  within,
} from '#platform/kernel/auth/authority'
import { grantedNodes } from '#platform/kernel/auth/nodes'
import { ready } from '#platform/kernel/db/ready'
import type { Queries } from '#platform/kernel/db/schema'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'

/** Who is signed in, and the organizations and systems that they may enter. */
export const contextRoutes: readonly Route[] = [
  handle(currentUser, async ({ db, person, scope, business }) => {
    const account = await db
      .selectFrom('account')
      .where('id', '=', person.id)
      .select(['id', 'account', 'name', 'head_img', 'phone', 'email', 'company', 'created_time'])
      .select(['super', 'desensitization', 'must_change_password'])
      .modifyEnd(ready)
      .executeTakeFirst()
    if (account === undefined) throw absent(person)
    const memberships = await membershipChoices(db, person.id)
    const orgId = business.orgId ?? null
    const isInside = orgId !== null && covers(scope, orgId)
    return {
      id: account.id,
      username: account.account,
      nickName: account.name,
      headImg: account.head_img,
      phone: account.phone,
      email: account.email,
      company: account.company,
      createdTime: account.created_time.toISOString(),
      orgId: isInside ? orgId : null,
      systemId: isInside ? (business.systemId ?? null) : null,
      superIdentification: account.super,
      desensitization: account.desensitization,
      mustChangePassword: account.must_change_password && person.viewer === undefined,
      viewedBy: person.viewer?.account ?? null,
      explains: true,
      mayViewAs: person.superIdentification,
      orgAndRoleInfoList: memberships,
    }
  }),

  handle(listUserOrganizations, async ({ db, scope }) => organizationChoices(db, scope)),
  handle(listOrganizations, async ({ db, person, scope, query: { permission } }) =>
    organizationChoices(db, permission === undefined ? scope : await scopeOf(db, person, [permission])),
  ),

  handle(listSystems, async ({ db, person, scope, query }) => {
    requireCovered(scope, query.orgId)
    const systems = await db
      .selectFrom('application as a')
      .innerJoin('menu_node as n', 'n.id', 'a.id')
      .where('n.enabled', '=', true)
      .$if(!person.superIdentification, (all) =>
        all.where(
          'a.id',
          'in',
          grantedNodes(db, person.id, only(scope, query.orgId)).select('granted.app_id'),
        ),
      )
      .orderBy('n.sort')
      .orderBy('n.id')
      .select(['a.id', 'n.code', 'n.name', 'n.name_en as nameEn', 'n.icon'])
      .select(['a.app_mode as appMode', 'a.open_mode as openMode'])
      .select(['a.app_url_address as appUrlAddress', 'n.inside_flag as insideFlag', 'a.theme_code'])
      .execute()
    return systems.map(({ theme_code, ...system }) => ({
      ...system,
      setting: { ...defaultSetting, themeCode: asTheme(theme_code) },
    }))
  }),
]

function asTheme(code: string | null): ThemeCode {
  return themeCodes.find((known) => known === code) ?? defaultSetting.themeCode
}

/** In the order of their codes, which do not change. */
async function organizationChoices(db: Queries, scope: Scope) {
  return db
    .selectFrom('organization as o')
    .where('o.enabled', '=', true)
    .where(within(scope, 'o.id'))
    .orderBy('o.code')
    .select(['o.id as orgId', 'o.name as orgName', 'o.code as orgCode'])
    .execute()
}

async function membershipChoices(db: Queries, accountId: string) {
  return db
    .selectFrom('membership as m')
    .innerJoin('organization as o', 'o.id', 'm.org_id')
    .where('m.account_id', '=', accountId)
    .where('o.enabled', '=', true)
    .orderBy('o.code')
    .select(['o.id as orgId', 'o.name as orgName'])
    .modifyEnd(ready)
    .execute()
}
