import * as z from 'zod/mini'
import { type OwnName, ownForm, ownNames, ownRow } from './account-form.ts'
import { flag, id, listOf, optionalText, shownText } from './endpoint.ts'
import { limits } from './limits.ts'
import { seenText } from './plain-text.ts'
import { defineResource } from './resource.ts'
import { wholeList } from './whole-list.ts'

/** Accounts from a file (DAY-2); beyond the specification. */

/** What a file tells of an account, in its order there: as texts, by names or codes. */
export const importFields = [...ownNames, 'organization', 'department', 'role'] as const
export type ImportField = (typeof importFields)[number]
/** What no account is without. */
export const neededFields: readonly ImportField[] = [
  ...ownNames.filter((name) => !ownForm.shape[name].safeParse('').success),
  'organization',
]

/** As it stands in the file: what is wrong with it is told at the cell, not of the call. */
const cell = z.string().check(z.maxLength(limits.importCell, `tooLong:${limits.importCell}`))
/** Names that are sought: between semicolons of either width, or on lines of their own. */
const namesCell = cell.check(
  z.overwrite((text) =>
    text
      .split(/[;；\r\n\u2028\u2029]/)
      .map(seenText)
      .filter((part) => part !== '')
      .join(';'),
  ),
)
export const importRow = z.object({
  ...(Object.fromEntries(ownNames.map((name) => [name, cell])) as Record<OwnName, typeof cell>),
  /** One, or several between semicolons; `organization / department` says both. */
  organization: namesCell,
  /** Of the one organization. */
  department: namesCell,
  /** Several between semicolons; each of one of the organizations. */
  role: namesCell,
})
export type ImportRow = z.output<typeof importRow>

/** What became of a row: an account as `account.add` takes it, or what is wrong, in the person's language. */
export const checkedRow = z.object({
  faults: listOf(z.object({ field: z.string(), message: z.string() })),
  account: z.nullish(
    z.object({
      ...ownRow,
      userOrgList: listOf(z.object({ orgId: id, deptId: z.nullish(id) })),
      usersRoleList: listOf(id),
    }),
  ),
})
export type CheckedRow = z.output<typeof checkedRow>

/** Names one import, in each of its accounts and in the entries of the operation log. */
export const importId = z.string('required').check(z.regex(/^[\w-]{16,64}$/, 'invalid'))

/** What adding an account from a file tells besides. */
export const ofImport = { importId: z.optional(importId), mustChangePassword: z.optional(flag) }

export const accountImport = defineResource('accountImport', {
  name: { 'zh-cn': '导入账号', en: 'Account import' },
  about: 'Accounts from a file: what is wrong with it, and what of it can be taken back',
  without: 'Accounts are added one by one.',
  endpoints: {
    /** By the rules of `account.add`, which decides again; what rows have in common with each other is not looked at. */
    check: {
      summary: 'What adding these accounts would be told, row by row',
      method: 'POST',
      asks: true,
      ofMany: true,
      path: '/sys/user/page/import/check',
      anyOf: ['uia.account.add'],
      body: z.object({
        rows: z
          .array(importRow, 'required')
          .check(z.minLength(1, 'required'), z.maxLength(limits.importRows, `tooMany:${limits.importRows}`)),
      }),
      data: listOf(checkedRow),
    },
    /** `used`: signed in with, or changed since, so that taking the import back leaves it. */
    imported: {
      summary: 'The accounts that an import has added, and whether they were used since',
      method: 'GET',
      path: '/sys/user/page/imported',
      anyOf: ['uia.account.delete'],
      query: z.object({ importId }),
      data: wholeList(z.object({ id, account: shownText, name: optionalText, used: flag })),
    },
  },
})
export const { check, imported } = accountImport.endpoints
