'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { Field } from './field'
import { FieldGroup } from './field-group'
import type { FieldOf } from './field-of'

interface Props<Values extends FieldValues> extends FieldOf<Values> {
  /** Whoever may not is only told. */
  maySwitch: boolean
}

/** On or off, as two choices side by side: one of them is always chosen. */
export function EnabledField<Values extends FieldValues>({ control, name, label, maySwitch }: Props<Values>) {
  const t = useTranslations('common')
  const { field } = useController({ control, name })
  const id = useId()
  if (!maySwitch) {
    return (
      <Field label={label}>
        {(told) => (
          <input {...told} value={t(field.value ? 'enabled' : 'disabled')} disabled className="control" />
        )}
      </Field>
    )
  }
  return (
    <FieldGroup label={label}>
      <div className="flex h-8 items-center gap-6 text-md">
        {[true, false].map((value) => (
          <label
            key={String(value)}
            htmlFor={`${id}${value}`}
            className="flex min-h-6 cursor-pointer items-center gap-2"
          >
            <input
              type="radio"
              id={`${id}${value}`}
              name={name}
              ref={value ? field.ref : undefined}
              checked={field.value === value}
              onChange={() => field.onChange(value)}
              onBlur={field.onBlur}
              className="tick"
            />
            {t(value ? 'enabled' : 'disabled')}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
