'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { FieldGroup } from './field-group'
import type { FieldOf } from './field-of'

/** On or off, as two choices side by side: one of them is always chosen. */
export function EnabledField<Values extends FieldValues>({ control, name, label }: FieldOf<Values>) {
  const t = useTranslations('common')
  const { field } = useController({ control, name })
  const id = useId()
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
