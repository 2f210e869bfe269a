'use client'

import { type ReactNode, useId } from 'react'
import { FieldGroup } from '#components/form/field-group'

interface Props<Value> {
  label: string
  value: Value
  choices: readonly { value: Value; text: string; icon?: ReactNode }[]
  onChange: (value: Value) => void
}

/** A few choices side by side, of which one is always made. */
export function ChoiceField<Value extends string | number | boolean>(props: Props<Value>) {
  const { label, value, choices, onChange } = props
  const name = useId()
  return (
    <FieldGroup label={label}>
      <div className="flex flex-wrap gap-0.5 rounded-md bg-sunken p-0.5">
        {choices.map((choice) => (
          <label
            key={String(choice.value)}
            className="relative flex h-7 min-w-fit flex-1 cursor-pointer items-center justify-center gap-1.5 rounded-sm border border-transparent px-2.5 max-narrow:px-1 text-md text-soft hover:text-ink has-checked:border-edge has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-focus forced-colors:has-checked:outline-2"
          >
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {choice.icon}
            {choice.text}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
