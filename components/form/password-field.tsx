'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { Field } from '#components/form/field'
import { asItIs, usePaste } from '#components/form/use-paste'
import { useValidationText } from '#components/form/use-validation-text'
import { Button } from '#components/ui/button'
import { limits } from '#contracts/limits'
import { CopyButton } from './copy-button'
import type { FieldOf } from './field-of'

interface Props<Values extends FieldValues> extends FieldOf<Values> {
  hint?: string
  autoComplete?: string
  /** Characters that the field holds. */
  longest?: number
  /** For a password that is given to somebody else: it can be made and copied. */
  generate?: () => string
}

/** A masked field. What is pasted stands in it whole or not at all, and blanks that nobody sees are told. */
export function PasswordField<Values extends FieldValues>(props: Props<Values>) {
  const { control, name, label, hint, autoComplete = 'new-password', generate } = props
  const { longest = limits.passwordField } = props
  const t = useTranslations('password')
  const validationText = useValidationText()
  const { field, fieldState } = useController({ control, name })
  const [shown, setShown] = useState(false)
  const { onPaste, refusal, forget } = usePaste(longest, asItIs)

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
        <div className="flex items-center gap-2">
          <div className="relative min-w-0 flex-1">
            <input
              {...attributes}
              {...field}
              type={shown ? 'text' : 'password'}
              maxLength={longest}
              autoComplete={autoComplete}
              autoCapitalize="none"
              spellCheck={false}
              onPaste={onPaste}
              onChange={(event) => {
                forget()
                field.onChange(event)
              }}
              className={`control pr-10 ${generate && shown ? 'font-mono' : ''}`}
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
          {generate && (
            <>
              <Button
                onClick={() => {
                  forget()
                  // Whoever has it made has to read it.
                  setShown(true)
                  field.onChange(generate())
                }}
              >
                {t('generate')}
              </Button>
              <CopyButton label={label} text={field.value} />
            </>
          )}
        </div>
      )}
    </Field>
  )
}
