interface Props {
  checked: boolean
  label: string
  disabled?: boolean
  /** Why it is disabled, told on hover and to screen readers. */
  reason?: string
  tabIndex?: number
  onPress: () => void
}

export function Switch({ checked, label, disabled = false, reason, tabIndex, onPress }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      // Not `disabled`: a reason that can't be reached by keyboard is no reason.
      aria-disabled={disabled || undefined}
      title={disabled ? reason : undefined}
      tabIndex={tabIndex}
      onClick={disabled ? undefined : onPress}
      className={`inline-flex h-6 w-10 items-center rounded-full align-middle ${disabled ? 'cursor-not-allowed opacity-50' : ''}`}
    >
      <span
        className={`relative h-5 w-9 rounded-full transition-colors ${checked ? 'bg-accent' : 'bg-edge'}`}
      >
        <span
          className={`absolute top-0.5 left-0.5 size-4 rounded-full bg-on-accent transition-transform ${checked ? 'translate-x-4' : ''}`}
        />
      </span>
    </button>
  )
}
