'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { RowButton } from './row-button'

interface Props {
  /** Names the row: the same words stand in every row. */
  name: string
  /** Nothing where the person may not. */
  onEdit?: (() => void) | false
  onRemove?: (() => void) | false
  /** Why this row is left as it is, although the person may do so with others. */
  editReason?: string
  removeReason?: string
  /** What else can be done with the row. */
  children?: ReactNode
}

/** What can be done with a row of a list. */
export function RowOperations({ name, onEdit, onRemove, editReason, removeReason, children }: Props) {
  const t = useTranslations('common')
  return (
    <div className="-ml-1.5 flex gap-1">
      {onEdit && (
        <RowButton label={t('editRow', { name })} reason={editReason} onPress={onEdit}>
          {t('edit')}
        </RowButton>
      )}
      {onRemove && (
        <RowButton danger label={t('deleteRow', { name })} reason={removeReason} onPress={onRemove}>
          {t('delete')}
        </RowButton>
      )}
      {children}
    </div>
  )
}
