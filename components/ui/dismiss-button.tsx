import { X } from 'lucide-react'

interface Props {
  label: string
  /** Whether the pointer is told, too. */
  isTold?: boolean
  onPress: () => void
}

/** A small cross, which takes away what it stands beside. */
export function DismissButton({ label, isTold, onPress }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={isTold ? label : undefined}
      onClick={onPress}
      className="grid size-6 shrink-0 place-items-center rounded-sm text-faint hover:bg-hover hover:text-ink"
    >
      <X aria-hidden className="size-3.5" />
    </button>
  )
}
