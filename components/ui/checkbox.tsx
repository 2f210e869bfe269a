interface Props {
  label: string
  checked: boolean
  /** Some of what it stands for is checked. */
  partly?: boolean
  disabled?: boolean
  /** Why it cannot be changed, told on hover and to screen readers; the keyboard reaches it all the same. */
  reason?: string
  onChange: (checked: boolean) => void
}

export function Checkbox({ label, checked, partly = false, disabled = false, reason, onChange }: Props) {
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
      onChange={(event) => reason === undefined && onChange(event.target.checked)}
      className="tick"
    />
  )
}
