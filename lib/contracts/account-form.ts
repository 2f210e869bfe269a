import * as z from 'zod/mini'
import {
  id,
  optionalId,
  optionalText,
  requiredId,
  requiredText,
  searchOf,
  searchText,
  shownText,
  strippedText,
} from './endpoint.ts'
import { limits } from './limits.ts'
import { patterns } from './patterns.ts'
import { phoneDigits } from './plain-text.ts'

/** What is a person's own, and what the forms of accounts take (specification sections 2.8 and 5). */

/** Section 5: the account form's phone takes four patterns, unlike the personal centre's. */
export const accountPhone = z
  .string('phoneRequired')
  .check(
    z.overwrite(phoneDigits),
    z.minLength(1, 'phoneRequired'),
    z.maxLength(limits.phone, 'accountPhone'),
    z.regex(patterns.accountPhone, 'accountPhone'),
  )

/** Section 5: a new account's password, before it is hashed. */
export const newPassword = z.string('newPasswordRequired').check(
  z.minLength(1, 'newPasswordRequired'),
  z.refine(
    (value) => value.length >= limits.passwordShortest && value.length <= limits.passwordLongest,
    'passwordLength',
  ),
  z.regex(patterns.lettersAndDigitsBoth, 'passwordLettersAndDigits'),
)

const anyMemberships = z
  .array(z.object({ orgId: requiredId('organizationRequired'), deptId: optionalId }), 'organizationRequired')
  .check(
    z.maxLength(limits.listItems, `tooMany:${limits.listItems}`),
    z.refine((list) => new Set(list.map((entry) => entry.orgId)).size === list.length, 'organizationTwice'),
  )
export const memberships = anyMemberships.check(z.minLength(1, 'organizationRequired'))
export const roleIds = z.array(id).check(z.maxLength(limits.listItems, `tooMany:${limits.listItems}`))
export const atLeastOneRole = z
  .array(id, 'rolesRequired')
  .check(z.minLength(1, 'rolesRequired'), z.maxLength(limits.listItems, `tooMany:${limits.listItems}`))

/**
 * What is a person's own: of a row of the list (whose file shows it in this order, as the file of an import has it), of its
 * search, and of the form. The platform keeps each in a column of its name.
 */
const own = {
  account: {
    row: shownText,
    search: searchText,
    /** An arrow stands between the two names of a step in a view, in the operation log. */
    form: strippedText(limits.account, 'accountRequired').check(
      z.refine((value) => !value.includes('→'), 'specialCharacters'),
    ),
  },
  name: {
    row: optionalText,
    search: searchText,
    /** The form strips special characters as typed (section 5); whoever called themselves by some keeps their name. */
    form: requiredText(limits.name, 'nameRequired'),
  },
  phone: { row: optionalText, search: searchOf(phoneDigits), form: accountPhone },
}
export type OwnName = keyof typeof own
export const ownNames = Object.keys(own) as OwnName[]

/** Of each of them what it is in a row, a search or a form. */
function ownIn<Of extends 'row' | 'search' | 'form'>(of: Of) {
  const shape = Object.fromEntries(ownNames.map((name) => [name, own[name][of]]))
  return shape as { [Name in OwnName]: (typeof own)[Name][Of] }
}
export const ownRow = ownIn('row')
export const ownSearch = ownIn('search')
export const ownForm = z.object(ownIn('form'))

export const accountForm = z.extend(ownForm, { userOrgList: memberships })
export type AccountForm = z.input<typeof accountForm>
/** Of an account that others have, too, the last organization in reach may go. */
export const sharedAccountForm = z.extend(accountForm, { userOrgList: anyMemberships })
export const accountAddForm = z.extend(accountForm, { password: newPassword })
export const passwordResetForm = z.pick(accountAddForm, { password: true })

/** Mode 4 (section 4): one organization, at least one role. */
export const accountRolesForm = z.object({
  orgId: requiredId('organizationRequired'),
  usersRoleList: atLeastOneRole,
})
export type AccountRolesForm = z.input<typeof accountRolesForm>
