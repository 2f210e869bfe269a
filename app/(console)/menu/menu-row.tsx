'use client'

import { ChevronRight, Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { RowFocus } from '#components/list/row-focus'
import { RowOperations } from '#components/list/row-operations'
import { NodeTypeIcon, typeNameOf } from '#components/pickers/node-type'
import { MenuIcon } from '#components/shell/menu-icon'
import { ImageTile } from '#components/ui/image-tile'
import { Switch } from '#components/ui/switch'
import { nodeTypes } from '#contracts/menu'
import { imageAddress } from '#lib/image-address'
import { type MenuTree, typeBelow } from '#lib/menu-tree'

/** What can be done with a row; nothing where the person may not. */
export interface RowActions {
  addBelow?: (at: number) => void
  edit?: (at: number) => void
  remove?: (at: number) => void
  /** Without it the switch still shows, and says that it is not permitted. */
  enable?: (at: number) => void
}

interface Props {
  tree: MenuTree
  at: number
  row: number
  /** Nothing for a node without children. */
  open: boolean | undefined
  /** The one stop for Tab among the rows. */
  active: boolean
  searched: string
  onToggle: (at: number) => void
  actions: RowActions
}

export function MenuRow({ tree, at, row, open, active, searched, onToggle, actions }: Props) {
  const t = useTranslations('menu')
  const common = useTranslations('common')
  const name = tree.name[at] ?? ''
  const level = tree.level[at] ?? 1
  const type = tree.type[at] ?? nodeTypes.component
  const typeName = typeNameOf(type)
  const tabIndex = active ? 0 : -1
  const cell = (text: string | number | null | undefined) => (
    // What is cut can still be read.
    <Cell title={text ? String(text) : undefined}>{text || common('empty')}</Cell>
  )
  return (
    <tr
      data-id={tree.id[at]}
      tabIndex={tabIndex}
      aria-level={level}
      aria-expanded={open}
      aria-setsize={tree.siblings[at]}
      aria-posinset={tree.place[at]}
      aria-rowindex={row + 2}
      data-rest={active || undefined}
      className="group outline-none"
    >
      <Cell title={name}>
        <div className="flex items-center gap-1.5">
          {Array.from({ length: level - 1 }, (_, step) => `step-${step}`).map((step) => (
            <span key={step} className="w-3 shrink-0 max-narrow:w-1" />
          ))}
          {open === undefined ? (
            <span className="w-6 shrink-0" />
          ) : (
            <button
              type="button"
              tabIndex={tabIndex}
              aria-label={t(open ? 'collapseRow' : 'expandRow', { name })}
              onClick={() => onToggle(at)}
              className="grid size-6 shrink-0 place-items-center rounded-sm text-faint hover:bg-sunken hover:text-ink"
            >
              <ChevronRight
                aria-hidden
                className={`size-3.5 transition-transform ${open ? 'rotate-90' : ''}`}
              />
            </button>
          )}
          <NodeTypeIcon type={type} name={typeName && t(typeName)} />
          <span className="truncate">
            <Marked text={name} searched={searched} />
          </span>
        </div>
      </Cell>
      {cell(tree.sort[at])}
      {cell(tree.method[at])}
      <IconCell name={name} type={type} icon={tree.icon[at]} />
      {cell(tree.path[at] || tree.linkUrl[at])}
      {cell(tree.code[at])}
      <StatusCell {...{ tree, at, tabIndex }} onPress={actions.enable} />
      <OperationsCell {...{ tree, at, tabIndex, actions }} />
    </tr>
  )
}

const cellLook =
  'h-row border-line border-b bg-surface px-4 group-hover:bg-row-hover group-focus-visible:bg-accent-soft group-focus-visible:shadow-[inset_0_2px_var(--color-focus),inset_0_-2px_var(--color-focus)]'

function Cell({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <td title={title} className={`${cellLook} truncate first:sticky first:left-0 first:z-[5] first:pl-3.5`}>
      {children}
    </td>
  )
}

/** What was searched for stands out in what it found. */
function Marked({ text, searched }: { text: string; searched: string }) {
  const start = searched === '' ? -1 : text.toLowerCase().indexOf(searched.toLowerCase())
  if (start < 0) return text
  const end = start + searched.length
  return (
    <>
      {text.slice(0, start)}
      <mark className="rounded-sm bg-warning-soft text-warning">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  )
}

/** Applications have uploaded pictures, the others names of icons. */
function IconCell({ name, type, icon }: { name: string; type: number; icon: string | null | undefined }) {
  const common = useTranslations('common')
  if (!icon) return <Cell>{common('empty')}</Cell>
  if (type === nodeTypes.application) {
    return (
      <Cell>
        <ImageTile src={imageAddress(icon)} name={name} className="size-5 rounded-sm text-base" />
      </Cell>
    )
  }
  return (
    <Cell title={icon}>
      <span className="flex items-center gap-1.5">
        <MenuIcon name={icon} />
        <span className="truncate text-soft">{icon}</span>
      </span>
    </Cell>
  )
}

interface PartProps {
  tree: MenuTree
  at: number
  tabIndex: number
}

function StatusCell({ tree, at, tabIndex, onPress }: PartProps & { onPress: RowActions['enable'] }) {
  const t = useTranslations('menu')
  const common = useTranslations('common')
  if (tree.type[at] === nodeTypes.application) return <Cell>{common('empty')}</Cell>
  const lock = tree.lock[at]
  return (
    <Cell>
      <Switch
        checked={tree.enabled[at] ?? true}
        label={common('rowSwitch', { name: tree.name[at] ?? '' })}
        word={common((tree.enabled[at] ?? true) ? 'enabled' : 'disabled')}
        plain={onPress === undefined}
        disabled={onPress === undefined || lock !== null}
        reason={onPress !== undefined && lock ? t(lock) : common('noPermission')}
        tabIndex={tabIndex}
        onPress={() => onPress?.(at)}
      />
    </Cell>
  )
}

/** Applications are edited and deleted on their own page; children may be added below what is built in. */
function OperationsCell({ tree, at, tabIndex, actions }: PartProps & { actions: RowActions }) {
  const t = useTranslations('menu')
  const name = tree.name[at] ?? ''
  const lock = tree.lock[at]
  const reason = lock ? t(lock) : undefined
  const isApplication = tree.type[at] === nodeTypes.application
  const { addBelow, edit, remove } = actions
  return (
    <td className={`${cellLook} sticky right-0 z-[5] pr-4 pl-2`}>
      <RowFocus value={tabIndex === 0}>
        <RowOperations
          name={name}
          editReason={reason}
          removeReason={reason}
          onEdit={edit && !isApplication && (() => edit(at))}
          onRemove={remove && !isApplication && (() => remove(at))}
          more={
            addBelow && typeBelow(tree.type[at]) !== undefined
              ? [
                  {
                    key: 'addBelow',
                    text: t('addBelow'),
                    label: t('addBelowRow', { name }),
                    icon: <Plus aria-hidden className="size-4" />,
                    reason: lock === 'control' ? reason : undefined,
                    onPick: () => addBelow(at),
                  },
                ]
              : []
          }
        />
      </RowFocus>
    </td>
  )
}
