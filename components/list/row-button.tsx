import { Button } from '#components/ui/button'

interface Props {
  /** Names the row too, since the same word stands in every row. */
  label: string
  danger?: boolean
  /** Why it cannot be pressed, told on hover and to screen readers; the keyboard reaches it all the same. */
  reason?: string
  tabIndex?: number
  onPress: () => void
  children: string
}

/** An action in a row of a table. */
export function RowButton({ label, danger = false, reason, tabIndex, onPress, children }: Props) {
  return (
    <Button
      look={danger ? 'dangerLink' : 'link'}
      size="small"
      aria-label={label}
      aria-disabled={reason !== undefined || undefined}
      title={reason}
      tabIndex={tabIndex}
      onClick={reason === undefined ? onPress : undefined}
      className="aria-disabled:cursor-not-allowed aria-disabled:bg-transparent! aria-disabled:opacity-50"
    >
      {children}
    </Button>
  )
}
