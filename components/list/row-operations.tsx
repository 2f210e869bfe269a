'use client'

import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button'
import { MenuButton, type MenuItem } from '#components/ui/menu-button'
import { RowButton } from './row-button'
import { useRowTab } from './row-focus'

interface Props {
  /** Names the row: the same words stand in every row. */
  name: string
  /** Nothing where the person may not. */
  onEdit?: (() => void) | false
  onRemove?: (() => void) | false
  /** Why this row is left as it is, although the person may do so with others. */
  editReason?: string
  removeReason?: string
  /** Lead to more of why. */
  onEditReason?: (() => void) | undefined
  onRemoveReason?: (() => void) | undefined
  /** What else can be done with the row; it stands in the menu, before what destroys. */
  more?: readonly MenuItem[]
  /** In the row's sheet all of it shows but what destroys. */
  isSheet?: boolean
}

/**
 * What can be done with a row of a list: editing shows where the pointer or the focus is, and always where nothing
 * hovers; the rest is in a menu.
 */
export function RowOperations(props: Props) {
  const {
    name,
    onEdit,
    onRemove,
    editReason,
    removeReason,
    onEditReason,
    onRemoveReason,
    more = [],
    isSheet = false,
  } = props
  const t = useTranslations('common')
  const tabIndex = useRowTab()
  const removal: MenuItem[] = onRemove
    ? [
        {
          key: 'remove',
          text: t('delete'),
          label: t('deleteRow', { name }),
          icon: <Trash2 aria-hidden className="size-4" />,
          danger: true,
          reason: removeReason,
          onReason: onRemoveReason,
          onPick: onRemove,
        },
      ]
    : []
  const items = isSheet ? removal : [...more, ...removal]
  const actions: MenuItem[] = isSheet
    ? [
        ...(onEdit
          ? [
              {
                key: 'edit',
                text: t('edit'),
                label: t('editRow', { name }),
                icon: <Pencil aria-hidden className="size-3.5" />,
                reason: editReason,
                onReason: onEditReason,
                onPick: onEdit,
              },
            ]
          : []),
        ...more,
      ]
    : []
  const menu = items.length > 0 && (
    <MenuButton small label={t('moreRow', { name })} items={items} tabIndex={tabIndex}>
      <Ellipsis aria-hidden className="size-4" />
    </MenuButton>
  )
  if (isSheet) {
    return (
      <div className="flex flex-wrap items-center gap-2">
        {actions.slice(0, -1).map(({ key, ...item }) => (
          <ActionButton key={key} {...item} />
        ))}
        {/* However many lines they take, the menu stands beside one. */}
        <span className="flex items-center gap-2">
          {actions.slice(-1).map(({ key, ...item }) => (
            <ActionButton key={key} {...item} />
          ))}
          {menu}
        </span>
      </div>
    )
  }
  return (
    <div className="flex items-center justify-end gap-1">
      {onEdit && (
        <span className="row-quiet">
          <RowButton
            label={t('editRow', { name })}
            reason={editReason}
            onReason={onEditReason}
            isEdit
            onPress={onEdit}
          >
            {t('edit')}
          </RowButton>
        </span>
      )}
      {menu}
    </div>
  )
}

function ActionButton({ text, label, icon, reason, onReason, onPick }: Omit<MenuItem, 'key'>) {
  return (
    <Button
      size="control"
      // Here the words stand once: a name that does not hold them as they show would not be found by voice.
      aria-label={label?.includes(text) ? label : undefined}
      aria-disabled={reason !== undefined || undefined}
      title={reason}
      onClick={reason === undefined ? onPick : onReason}
      className="aria-disabled:cursor-not-allowed aria-disabled:text-faint"
    >
      {icon}
      {text}
    </Button>
  )
}
