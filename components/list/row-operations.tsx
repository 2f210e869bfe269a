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
  /** What else can be done with the row. */
  children?: ReactNode
}

/** What can be done with a row of a list. */
export function RowOperations({ name, onEdit, onRemove, children }: Props) {
  const t = useTranslations('common')
  return (
    <div className="-ml-1.5 flex gap-1">
      {onEdit && (
        <RowButton label={t('editRow', { name })} onPress={onEdit}>
          {t('edit')}
        </RowButton>
      )}
      {onRemove && (
        <RowButton danger label={t('deleteRow', { name })} onPress={onRemove}>
          {t('delete')}
        </RowButton>
      )}
      {children}
    </div>
  )
}
