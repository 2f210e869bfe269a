'use client'

import { useTranslations } from 'next-intl'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { TextField } from '#components/form/text-field'
import { limits } from '#contracts/limits'
import { phoneDigits } from '#contracts/plain-text'
import { countryCodes } from '#contracts/user'

interface Props<Values extends FieldValues> {
  control: Control<Values, unknown, unknown>
  name: FieldPath<Values>
}

/** A mobile number behind the one country code on offer, which is not sent. */
export function PhoneField<Values extends FieldValues>(props: Props<Values>) {
  const t = useTranslations('user')
  return (
    <TextField
      {...props}
      label={t('phone')}
      longest={limits.phone}
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      stripped={phoneDigits}
      required
      before={
        <select aria-label={t('countryCode')} className="control w-auto! shrink-0">
          {countryCodes.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      }
    />
  )
}
