'use client'

import type { HTMLInputTypeAttribute } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { Field } from './field'
import { type Strip, StrippedInput } from './stripped-input'
import { useValidationText } from './use-validation-text'

interface Props<Values extends FieldValues> {
  control: Control<Values, unknown, unknown>
  name: FieldPath<Values>
  label: string
  longest: number
  required?: boolean
  hint?: string
  /** Removed while typing: special characters (specification section 5), or what the function takes away. */
  stripped?: boolean | Strip
  disabled?: boolean
  type?: HTMLInputTypeAttribute
  autoComplete?: string
}

export function TextField<Values extends FieldValues>(props: Props<Values>) {
  const {
    control,
    name,
    label,
    longest,
    required,
    hint,
    stripped,
    disabled,
    type = 'text',
    autoComplete = 'off',
  } = props
  const { field, fieldState } = useController({ control, name })
  const validationText = useValidationText()
  const common = { maxLength: longest, disabled, type, autoComplete, className: 'control' }
  return (
    <Field label={label} required={required} hint={hint} error={validationText(fieldState.error)}>
      {(control) =>
        stripped ? (
          <StrippedInput
            {...control}
            {...common}
            strip={stripped === true ? undefined : stripped}
            ref={field.ref}
            name={name}
            defaultValue={field.value}
            onBlur={field.onBlur}
            onText={field.onChange}
          />
        ) : (
          <input {...control} {...common} {...field} />
        )
      }
    </Field>
  )
}
