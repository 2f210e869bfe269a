interface Props {
  checked: boolean
  label: string
  /** The state in a word, beside it. */
  word?: string
  disabled?: boolean
  /** Why it is disabled, told on hover and to screen readers. */
  reason?: string
  /** Nobody can press it here: it shows as a mark of the state. */
  plain?: boolean
  /** Leads to more of why it is disabled. */
  onReason?: (() => void) | undefined
  tabIndex?: number
  onPress: () => void
}

/**
 * On or off, in a list: what is on is the rule, and only outlined; what is off speaks. Edges and a mark say it too where
 * colours are the reader's own.
 */
export function Switch(props: Props) {
  const { checked, label, word, disabled = false, reason, plain = false, onReason, tabIndex, onPress } = props
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
      onClick={disabled ? onReason : onPress}
      className={`inline-flex min-h-6 min-w-10 items-center gap-2 rounded-md align-middle ${disabled ? 'cursor-not-allowed' : ''} ${checked ? 'text-faint' : 'text-ink'}`}
    >
      {plain ? <Dot checked={checked} /> : <Track checked={checked} disabled={disabled} />}
      {word && (
        <span aria-hidden className="whitespace-nowrap text-base">
          {word}
        </span>
      )}
    </button>
  )
}

function Dot({ checked }: { checked: boolean }) {
  const look = checked ? 'border-success bg-success' : 'border-edge bg-transparent'
  return (
    <span
      aria-hidden
      className={`size-2 shrink-0 rounded-full border-2 forced-colors:border-[CanvasText] ${look} ${checked ? 'forced-colors:bg-[CanvasText]' : ''}`}
    />
  )
}

function Track({ checked, disabled }: { checked: boolean; disabled: boolean }) {
  const track = checked
    ? 'border-accent-ink bg-accent-soft forced-colors:border-[Highlight] forced-colors:bg-[Canvas]'
    : 'border-edge bg-edge forced-colors:border-[ButtonText] forced-colors:bg-[Canvas]'
  const thumb = checked
    ? 'translate-x-3 scale-75 bg-accent-ink forced-colors:bg-[Highlight]'
    : 'bg-on-accent forced-colors:bg-[ButtonText]'
  return (
    <span
      aria-hidden
      className={`relative h-4 w-7 shrink-0 rounded-full border transition-colors forced-color-adjust-none ${track} ${disabled ? 'opacity-50' : ''}`}
    >
      <span className={`absolute top-px left-px size-3 rounded-full transition-transform ${thumb}`} />
    </span>
  )
}
