'use client'

import type { HTMLAttributes, HTMLInputTypeAttribute, ReactNode } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { strip } from '#lib/strip'
import { Field } from './field'
import type { FieldOf } from './field-of'
import { StrippedInput } from './stripped-input'
import { asItIs, usePaste } from './use-paste'
import { useValidationText } from './use-validation-text'

interface Props<Values extends FieldValues> extends FieldOf<Values> {
  longest: number
  required?: boolean
  hint?: string
  /** What is right but should be known before it is saved. */
  warning?: string
  /** Removed while typing: special characters (specification section 5), or what the function takes away. */
  stripped?: boolean | ((text: string) => string)
  disabled?: boolean
  type?: HTMLInputTypeAttribute
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  autoComplete?: string
  /** What stands before the control, in its line. */
  before?: ReactNode
}

export function TextField<Values extends FieldValues>(props: Props<Values>) {
  const {
    control,
    name,
    label,
    longest,
    required,
    hint,
    warning,
    stripped,
    disabled,
    type = 'text',
    inputMode,
    autoComplete = 'off',
    before,
  } = props
  const { field, fieldState } = useController({ control, name })
  const validationText = useValidationText()
  const clean = stripped === true ? strip : stripped || undefined
  const { onPaste, refusal, forget } = usePaste(longest, type === 'password' ? asItIs : clean)
  const common = {
    maxLength: longest,
    disabled,
    type,
    inputMode,
    autoComplete,
    onPaste,
    className: 'control',
  }
  return (
    <Field
      label={label}
      required={required}
      hint={hint}
      warning={warning}
      error={refusal ?? validationText(fieldState.error)}
    >
      {(control) => {
        const input = clean ? (
          <StrippedInput
            {...control}
            {...common}
            clean={clean}
            ref={field.ref}
            name={name}
            value={String(field.value ?? '')}
            onBlur={field.onBlur}
            onText={(text) => {
              forget()
              field.onChange(text)
            }}
          />
        ) : (
          <input
            {...control}
            {...common}
            {...field}
            onChange={(event) => {
              forget()
              field.onChange(event)
            }}
          />
        )
        return before === undefined ? (
          input
        ) : (
          <div className="flex gap-2">
            {before}
            {input}
          </div>
        )
      }}
    </Field>
  )
}
