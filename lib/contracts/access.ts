import * as z from 'zod/mini'
import { flag, id, listOf, optionalText, requiredText, shownText } from './endpoint.ts'
import { paged, pageQuery } from './page.ts'
import { defineResource } from './resource.ts'

/** Why somebody may do something, and who may; beyond the specification. */

/** Why not, the first that holds: what it would take to change that differs. */
export const accessObstacles = [
  /** The account is disabled: it cannot sign in. */
  'accountDisabled',
  'organizationDisabled',
  'notMember',
  /** No entry of the menu has this code, so that nobody but super administrators may. */
  'codeUnknown',
  /** A role grants it, but its entry, or one above it, is disabled. */
  'entryDisabled',
  'noRole',
] as const
export type AccessObstacle = (typeof accessObstacles)[number]

const named = z.object({ id, name: shownText })

/**
 * A role and the entry through which it grants something, with the names of what stands above that; `nodes` are the same, for
 * the language of whoever reads it.
 */
export const accessWay = z.object({
  role: named,
  entry: id,
  path: listOf(shownText),
  nodes: z.nullish(z.array(z.object({ name: shownText, nameEn: optionalText, code: optionalText }))),
})
export type AccessWay = z.output<typeof accessWay>

export const accessAnswer = z.object({
  allowed: flag,
  superAdministrator: flag,
  through: listOf(accessWay),
  /** Null where it is allowed; a platform may have reasons of its own. */
  obstacle: optionalText,
  /** Roles of the organization that grant it, for whoever may see roles there. */
  roles: listOf(named),
  /** Some of the people who could remove the obstacle: for want of a role, those who may give one that grants it. */
  givers: listOf(z.object({ account: shownText, name: optionalText })),
})
export type AccessAnswer = z.output<typeof accessAnswer>

export const accessHolder = z.object({
  id,
  account: shownText,
  name: optionalText,
  superAdministrator: flag,
  roles: listOf(named),
})
export type AccessHolder = z.output<typeof accessHolder>

/** Several are separated by commas: any one of them is enough, as for a call. */
const permissionCodes = requiredText(1000, 'required').check(
  z.refine((text) => codesIn(text).length > 0, 'required'),
)

/**
 * Whether a call may be made, by its codes. With `entry` whether that entry of the menu shows instead, since it does for whoever
 * holds it or anything below it; a platform that knows no entries goes by the codes.
 */
const what = { orgId: id, codes: permissionCodes, entry: z.optional(id) }

export function codesIn(text: string): string[] {
  return text
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')
}

export const access = defineResource('access', {
  name: { 'zh-cn': '权限说明', en: 'Access' },
  about: 'Why somebody may, or may not, do something in an organization, and who may',
  without: 'Nothing explains why somebody may do something: the links to it are not there.',
  endpoints: {
    /** Of oneself (without `userId`) in one's own organizations; of others, for whoever may see the roles of accounts there. */
    explain: {
      summary: 'Whether an account has a permission in an organization, and through what',
      method: 'GET',
      path: '/sys/access/page/explain',
      open: true,
      query: z.object({ userId: z.optional(id), ...what }),
      data: accessAnswer,
    },
    holders: {
      summary: 'The accounts that have a permission in an organization',
      method: 'GET',
      path: '/sys/access/page/holders',
      anyOf: ['uia.account.usersRoles'],
      query: z.extend(pageQuery, what),
      data: paged(accessHolder),
    },
  },
})
export const { explain, holders } = access.endpoints
