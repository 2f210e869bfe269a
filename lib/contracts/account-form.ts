import * as z from 'zod/mini'
import { id, requiredId, requiredText, strippedText } from './endpoint.ts'
import { limits } from './limits.ts'
import { patterns } from './patterns.ts'
import { phoneDigits } from './plain-text.ts'

/** What the forms of accounts take (specification sections 2.8 and 5). */

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
  .array(
    z.object({ orgId: requiredId('organizationRequired'), deptId: z.nullish(id) }),
    'organizationRequired',
  )
  .check(
    z.maxLength(limits.listItems, `tooMany:${limits.listItems}`),
    z.refine((list) => new Set(list.map((entry) => entry.orgId)).size === list.length, 'organizationTwice'),
  )
export const memberships = anyMemberships.check(z.minLength(1, 'organizationRequired'))
export const roleIds = z.array(id).check(z.maxLength(limits.listItems, `tooMany:${limits.listItems}`))
export const atLeastOneRole = z
  .array(id, 'rolesRequired')
  .check(z.minLength(1, 'rolesRequired'), z.maxLength(limits.listItems, `tooMany:${limits.listItems}`))

export const accountForm = z.object({
  userOrgList: memberships,
  /** The form strips special characters as typed (section 5); whoever called themselves by some keeps their name. */
  name: requiredText(limits.name, 'nameRequired'),
  phone: accountPhone,
  /** An arrow stands between the two names of a step in a view, in the operation log. */
  account: strippedText(limits.account, 'accountRequired').check(
    z.refine((value) => !value.includes('→'), 'specialCharacters'),
  ),
})
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
