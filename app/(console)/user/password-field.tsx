'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { Field } from '#components/form/field'
import { asItIs, usePaste } from '#components/form/use-paste'
import { useValidationText } from '#components/form/use-validation-text'
import { limits } from '#contracts/limits'

interface Props<Values extends FieldValues> {
  control: Control<Values, unknown, unknown>
  name: FieldPath<Values>
  label: string
  hint?: string
  autoComplete?: string
}

/** A masked field. What is pasted stands in it whole or not at all, and blanks that nobody sees are told. */
export function PasswordField<Values extends FieldValues>(props: Props<Values>) {
  const { control, name, label, hint, autoComplete = 'new-password' } = props
  const t = useTranslations('user')
  const validationText = useValidationText()
  const { field, fieldState } = useController({ control, name })
  const [shown, setShown] = useState(false)
  const { onPaste, refusal, forget } = usePaste(limits.passwordField, asItIs)

  const fault = refusal ?? validationText(fieldState.error)
  const note = /\s/.test(field.value) ? t('hasSpaces') : undefined
  return (
    <Field
      label={label}
      required
      hint={note ?? hint}
      error={fault && note ? t('faultAndNote', { fault, note }) : fault}
    >
      {(attributes) => (
        <div className="relative">
          <input
            {...attributes}
            {...field}
            type={shown ? 'text' : 'password'}
            maxLength={limits.passwordField}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            onPaste={onPaste}
            onChange={(event) => {
              forget()
              field.onChange(event)
            }}
            className="control pr-10"
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-label={t(shown ? 'hide' : 'show', { field: label })}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0.5 right-0.5 grid w-8 place-items-center rounded-sm text-faint hover:text-ink"
          >
            {shown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
          </button>
        </div>
      )}
    </Field>
  )
}
