'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { type Choice, Options } from '#components/ui/options'
import { ChoiceSearch } from './choice-search'
import { Field } from './field'
import type { FieldOf } from './field-of'
import { useValidationText } from './use-validation-text'

export type { Choice }

/** From so many choices on they can be searched. */
const manyChoices = 5

interface Props<Values extends FieldValues> extends FieldOf<Values> {
  choices: readonly Choice[]
  required?: boolean
  disabled?: boolean
  hint?: ReactNode
  /** The text of 'none'; with it, none is a choice (null), and without it a prompt. */
  none?: string
  /** What comes first where there is nothing to choose from yet. */
  first?: string
  onChosen?: (value: string) => void
}

export function SelectField<Values extends FieldValues>(props: Props<Values>) {
  const { control, name, label, choices, required, disabled, hint, none, first, onChosen } = props
  const t = useTranslations('common')
  const { field, fieldState } = useController({ control, name })
  const validationText = useValidationText()
  const take = (value: string) => {
    field.onChange(value === '' && none !== undefined ? null : value)
    onChosen?.(value)
  }
  const isLong = choices.length > manyChoices
  return (
    <Field label={label} required={required} hint={hint} error={validationText(fieldState.error)}>
      {(control) => (
        <div className="relative">
          <select
            {...control}
            {...field}
            value={field.value ?? ''}
            disabled={disabled}
            onChange={(event) => take(event.target.value)}
            className={`control ${isLong ? 'pr-14!' : ''}`}
          >
            <option value="" disabled={none === undefined}>
              {none ?? ((choices.length === 0 && first) || t('selectPlaceholder'))}
            </option>
            <Options choices={choices} />
          </select>
          {isLong && <ChoiceSearch label={label} choices={choices} disabled={disabled} onChosen={take} />}
        </div>
      )}
    </Field>
  )
}
