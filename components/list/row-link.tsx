'use client'

import type { ReactNode } from 'react'
import { onPlainPress } from '#lib/plain-press'
import { basePath } from '#lib/request'
import type { RowSheet } from './row-sheet'

interface Props {
  id: string
  text: ReactNode
  active: boolean
  sheet: RowSheet
  isChoice?: boolean
  /** How its text breaks, where it is not cut. */
  className?: string
}

/** What leads on from a cell. */
export const cellLink =
  'inline-block min-w-6 max-w-full truncate rounded-sm py-0.5 align-middle text-ink hover:text-accent-ink focus-visible:outline-offset-0'

/** A row's name, which leads to its sheet. */
export function RowLink({ id, text, active, sheet, isChoice = false, className = '' }: Props) {
  return (
    <a
      href={basePath + sheet.hrefOf(id)}
      data-row-link
      aria-keyshortcuts={isChoice ? 'Space x' : undefined}
      data-rest={active || undefined}
      tabIndex={active ? 0 : -1}
      onClick={onPlainPress(() => sheet.open(id))}
      className={`${cellLink} ${className}`}
    >
      {text}
    </a>
  )
}
