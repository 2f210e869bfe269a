import * as z from 'zod/mini'
import { requiredText } from './endpoint.ts'
import { imagePath } from './image.ts'
import { limits } from './limits.ts'
import { patterns } from './patterns.ts'
import { phoneDigits, plainDigits } from './plain-text.ts'
import { defineResource } from './resource.ts'
import { hashedPassword } from './session.ts'

/** The personal centre (specification sections 2.19, 5, 7). */

/** The only one on offer; it is not sent. */
export const countryCodes = ['0086'] as const

/** Unlike the account form's, this phone takes mainland mobile numbers only (section 5). */
export const mobilePhone = z
  .string('phoneRequired')
  .check(
    z.overwrite(phoneDigits),
    z.minLength(1, { error: 'phoneRequired', abort: true }),
    z.regex(patterns.mobilePhone, 'mobilePhone'),
  )

const smsCode = z
  .string('smsCodeRequired')
  .check(
    z.overwrite(plainDigits),
    z.minLength(1, { error: 'smsCodeRequired', abort: true }),
    z.maxLength(limits.smsCode, `tooLong:${limits.smsCode}`),
    z.regex(patterns.smsCode, 'smsCode'),
  )

function passwordField(missing: string) {
  return z
    .string(missing)
    .check(
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(limits.passwordField, { error: `tooLong:${limits.passwordField}`, abort: true }),
    )
}

export const displayNameForm = z.object({ nickName: requiredText(limits.nickName, 'displayNameRequired') })

export const phoneForm = z.object({ phone: mobilePhone, smsCode })

const repeatEqualsNew = z.refine<{ newPassword: string; reNewPassword: string }>(
  (value) => value.newPassword === value.reNewPassword,
  { error: 'passwordsDiffer', path: ['reNewPassword'] },
)

/**
 * The fields hold 50 characters (section 5), but a password is 6 to 20 (section 9): the sign-in field takes no more,
 * so a longer one would lock its owner out.
 */
export const passwordForm = z
  .object({
    oldPassword: passwordField('oldPasswordRequired'),
    newPassword: passwordField('newPasswordRequired').check(
      z.refine(
        (value) => value.length >= limits.passwordShortest && value.length <= limits.passwordLongest,
        'passwordLength',
      ),
    ),
    reNewPassword: passwordField('repeatPasswordRequired'),
  })
  .check(repeatEqualsNew)
export type PasswordForm = z.input<typeof passwordForm>

const onlyChanged = 'onlyChangedField'

/** Only the changed field (ME-6): exactly one of these. */
export const profileChange = z.union(
  [
    z.strictObject({ headImg: imagePath('avatarRequired') }, onlyChanged),
    z.strictObject(displayNameForm.shape, onlyChanged),
    z.strictObject(phoneForm.shape, onlyChanged),
    z
      .strictObject(
        {
          oldPassword: hashedPassword,
          newPassword: hashedPassword,
          reNewPassword: hashedPassword,
        },
        onlyChanged,
      )
      .check(repeatEqualsNew),
  ],
  onlyChanged,
)
export type ProfileChange = z.output<typeof profileChange>

export const user = defineResource('user', {
  name: { 'zh-cn': '个人中心', en: 'Personal centre' },
  about: 'The personal centre',
  sections: '2.19, 5, 7',
  endpoints: {
    update: {
      summary: 'Changes one field of the person’s own profile',
      method: 'POST',
      path: '/sys/user/updateUserInfo',
      open: true,
      logs: 'update',
      body: profileChange,
    },
    /** A GET that sends something: the specification's. At most one a minute and phone. */
    sendSmsCode: {
      summary: 'Sends a code to a phone',
      method: 'GET',
      path: '/sys/user/modify/phone/smsCode',
      open: true,
      query: z.object({ phone: mobilePhone }),
    },
  },
})
export const { update, sendSmsCode } = user.endpoints
