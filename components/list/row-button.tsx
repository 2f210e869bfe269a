'use client'

import { Button } from '#components/ui/button'
import { useRowTab } from './row-focus'

interface Props {
  /** Names the row too, since the same word stands in every row. */
  label: string
  /** Why it cannot be pressed, told on hover and to screen readers; the keyboard reaches it all the same. */
  reason?: string
  /** What `e` presses. */
  isEdit?: boolean
  /** Leads to more of why. */
  onReason?: (() => void) | undefined
  onPress: () => void
  children: string
}

/** An action in a row of a table. */
export function RowButton({ label, reason, isEdit, onReason, onPress, children }: Props) {
  return (
    <Button
      look="quiet"
      size="small"
      aria-label={label}
      data-edit={isEdit || undefined}
      aria-disabled={reason !== undefined || undefined}
      title={reason}
      tabIndex={useRowTab()}
      onClick={reason === undefined ? onPress : onReason}
      className="aria-disabled:cursor-not-allowed aria-disabled:bg-transparent! aria-disabled:text-faint!"
    >
      {children}
    </Button>
  )
}
