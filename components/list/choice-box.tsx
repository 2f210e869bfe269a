'use client'

import type { ChangeEvent } from 'react'
import { Checkbox } from '#components/ui/checkbox'

export interface RowChoice {
  label: string
  chosen: boolean
  /** Why it cannot be chosen. */
  reason?: string | undefined
  onToggle: (event: ChangeEvent<HTMLInputElement>) => void
  className?: string
}

/** Beside the name, up to the edge of the row. By keyboard Space on the name does the same: for Tab a row has few stops. */
export function ChoiceBox({ label, chosen, reason, onToggle, className = '' }: RowChoice) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is inside.
    <label
      className={`-my-2 -ml-5 flex h-row shrink-0 select-none items-center pr-3 pl-5 max-narrow:-ml-4 max-narrow:h-8 max-narrow:pl-4 ${className}`}
    >
      <Checkbox
        label={label}
        checked={chosen}
        reason={reason}
        tabIndex={-1}
        onChange={(_, event) => onToggle(event)}
      />
    </label>
  )
}
