import type { ChangeEvent } from 'react'

interface Props {
  label: string
  checked: boolean
  /** Some of what it stands for is checked. */
  partly?: boolean
  disabled?: boolean
  /** Why it cannot be changed, told on hover and to screen readers; the keyboard reaches it all the same. */
  reason?: string | undefined
  tabIndex?: number
  onChange: (checked: boolean, event: ChangeEvent<HTMLInputElement>) => void
}

export function Checkbox(props: Props) {
  const { label, checked, partly = false, disabled = false, reason, tabIndex, onChange } = props
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      disabled={disabled}
      ref={(box) => {
        // The half-checked look has no attribute.
        if (box) box.indeterminate = partly
      }}
      aria-disabled={reason !== undefined || undefined}
      title={reason}
      tabIndex={tabIndex}
      onChange={(event) => reason === undefined && onChange(event.target.checked, event)}
      className="tick"
    />
  )
}
