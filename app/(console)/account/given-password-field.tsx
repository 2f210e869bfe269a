import { useTranslations } from 'next-intl'
import type { FieldValues } from 'react-hook-form'
import type { FieldOf } from '#components/form/field-of'
import { PasswordField } from '#components/form/password-field'
import { limits } from '#contracts/limits'
import { randomPassword } from '#contracts/random-password'

/** The password that an administrator gives somebody: typed, or made. */
export function GivenPasswordField<Values extends FieldValues>(props: FieldOf<Values>) {
  const t = useTranslations('account')
  const given = { hint: t('passwordHint'), longest: limits.passwordLongest, generate: randomPassword }
  return <PasswordField {...props} {...given} />
}
