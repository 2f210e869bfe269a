interface Props {
  label: string
  checked: boolean
  /** Some of what it stands for is checked. */
  partly?: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export function Checkbox({ label, checked, partly = false, disabled = false, onChange }: Props) {
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
      onChange={(event) => onChange(event.target.checked)}
      className="size-4 shrink-0 accent-accent"
    />
  )
}
