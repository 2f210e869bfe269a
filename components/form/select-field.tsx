'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { Field } from './field'
import { useValidationText } from './use-validation-text'

export interface Choice {
  value: string
  text: string
}

interface Props<Values extends FieldValues> {
  control: Control<Values, unknown, unknown>
  name: FieldPath<Values>
  label: string
  choices: readonly Choice[]
  required?: boolean
  disabled?: boolean
  hint?: ReactNode
  /** The text of 'none'; with it, none is a choice (null), and without it a prompt. */
  none?: string
  onChosen?: (value: string) => void
}

export function SelectField<Values extends FieldValues>(props: Props<Values>) {
  const { control, name, label, choices, required, disabled, hint, none, onChosen } = props
  const t = useTranslations('common')
  const { field, fieldState } = useController({ control, name })
  const validationText = useValidationText()
  return (
    <Field label={label} required={required} hint={hint} error={validationText(fieldState.error)}>
      {(control) => (
        <select
          {...control}
          {...field}
          value={field.value ?? ''}
          disabled={disabled}
          onChange={(event) => {
            const { value } = event.target
            field.onChange(value === '' && none !== undefined ? null : value)
            onChosen?.(value)
          }}
          className="control"
        >
          <option value="" disabled={none === undefined}>
            {none ?? t('selectPlaceholder')}
          </option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
