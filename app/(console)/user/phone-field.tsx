'use client'

import { useTranslations } from 'next-intl'
import { type ClipboardEvent, useState } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { Field } from '#components/form/field'
import { useValidationText } from '#components/form/use-validation-text'
import { limits } from '#contracts/limits'
import { countryCodes } from '#contracts/user'
import { pastesTooMuch } from './paste'

interface Props<Values extends FieldValues> {
  control: Control<Values, unknown, unknown>
  name: FieldPath<Values>
}

/** A mobile number behind the one country code on offer, which is not sent. */
export function PhoneField<Values extends FieldValues>({ control, name }: Props<Values>) {
  const t = useTranslations('user')
  const validationText = useValidationText()
  const { field, fieldState } = useController({ control, name })
  const [refused, setRefused] = useState(false)

  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const isTooMuch = pastesTooMuch(event)
    if (isTooMuch) event.preventDefault()
    setRefused(isTooMuch)
  }
  const fault = refused ? t('pasteTooLong', { max: limits.phone }) : validationText(fieldState.error)
  return (
    <Field label={t('phone')} required error={fault}>
      {(attributes) => (
        <div className="flex gap-2">
          <select aria-label={t('countryCode')} className="control w-auto! shrink-0">
            {countryCodes.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </select>
          <input
            {...attributes}
            {...field}
            type="tel"
            inputMode="numeric"
            maxLength={limits.phone}
            autoComplete="tel-national"
            onPaste={onPaste}
            onChange={(event) => {
              setRefused(false)
              field.onChange(event)
            }}
            className="control"
          />
        </div>
      )}
    </Field>
  )
}
