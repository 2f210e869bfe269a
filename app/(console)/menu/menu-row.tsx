'use client'

import { ChevronRight, CircleHelp, PanelRight, Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { CSSProperties, ReactNode } from 'react'
import { useWhy } from '#components/form/ask-why'
import { RowFocus } from '#components/list/row-focus'
import { RowLink } from '#components/list/row-link'
import { RowOperations } from '#components/list/row-operations'
import type { RowSheet } from '#components/list/row-sheet'
import { NodeTypeIcon, typeNameOf } from '#components/pickers/node-type'
import { MenuIcon } from '#components/shell/menu-icon'
import { ImageTile } from '#components/ui/image-tile'
import type { MenuItem } from '#components/ui/menu-button'
import { Switch } from '#components/ui/switch'
import { nodeTypes } from '#contracts/menu'
import { imageAddress } from '#lib/image-address'
import { type MenuTree, shownName, typeBelow } from '#lib/menu-tree'
import { isChoice } from './chosen-nodes'
import { RowChoice } from './row-choice'
import type { NodeChoice } from './use-node-choice'

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
  sheet: RowSheet
  searched: string
  onToggle: (at: number) => void
  /** Of a tree whose rows can be chosen. */
  choice: NodeChoice | undefined
  actions: RowActions
}

export function MenuRow(props: Props) {
  const { tree, at, row, open, active, sheet, searched, onToggle, choice, actions } = props
  const t = useTranslations('menu')
  const common = useTranslations('common')
  const name = shownName(tree, at)
  const level = tree.level[at] ?? 1
  const type = tree.type[at] ?? nodeTypes.component
  const typeName = typeNameOf(type)
  const tabIndex = active ? 0 : -1
  const cell = (place: Place, text: string | number | null | undefined) => (
    // What is cut can still be read.
    <Cell place={text ? place : 'none'} title={text ? String(text) : undefined}>
      {text || common('empty')}
    </Cell>
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
      aria-selected={choice && isChoice(tree, at) ? choice.has(at) : undefined}
      aria-keyshortcuts={choice && isChoice(tree, at) ? 'Space x' : undefined}
      data-chosen={choice?.has(at) || undefined}
      data-rest={active || undefined}
      style={{ '--depth': level - 1 } as CSSProperties}
      className="card-row node-card group outline-none max-narrow:relative max-narrow:data-chosen:bg-accent-soft max-narrow:inner-ring"
    >
      <Cell place="name" title={[tree.shown[at], tree.name[at]].filter(Boolean).join(' · ')}>
        <div className="flex items-center gap-1.5">
          {choice && <RowChoice {...{ tree, at, choice }} />}
          {Array.from({ length: level - 1 }, (_, step) => `step-${step}`).map((step) => (
            <span key={step} className="w-3 shrink-0 max-narrow:hidden" />
          ))}
          {open === undefined ? (
            <span className="w-6 shrink-0 max-narrow:w-8" />
          ) : (
            <button
              type="button"
              tabIndex={tabIndex}
              aria-label={t(open ? 'collapseRow' : 'expandRow', { name })}
              onClick={() => onToggle(at)}
              className="grid size-6 shrink-0 place-items-center rounded-sm text-faint hover:bg-sunken hover:text-ink max-narrow:size-8"
            >
              <ChevronRight
                aria-hidden
                className={`size-3.5 transition-transform ${open ? 'rotate-90' : ''}`}
              />
            </button>
          )}
          <NodeTypeIcon type={type} name={typeName && t(typeName)} />
          {/* By keyboard the row's menu leads there: a row has few stops. */}
          <RowLink
            id={tree.id[at] ?? ''}
            text={<Marked text={name} searched={searched} />}
            active={false}
            sheet={sheet}
            className="max-narrow:line-clamp-2 max-narrow:py-0 max-narrow:wrap-anywhere max-narrow:whitespace-normal"
          />
          <StoredName {...{ tree, at, searched }} />
        </div>
      </Cell>
      {cell('sort', tree.sort[at])}
      {cell('method', tree.method[at])}
      <IconCell name={name} type={type} icon={tree.icon[at]} />
      {cell('route', tree.path[at] || tree.linkUrl[at])}
      {cell('code', tree.code[at])}
      <StatusCell {...{ tree, at, tabIndex }} onPress={actions.enable} />
      <td
        className={`${cellLook} stuck stuck-end sticky right-0 z-[5] pr-4 pl-2 max-narrow:static max-narrow:order-3 max-narrow:-ml-3 print:hidden`}
      >
        <RowFocus value={active}>
          <EntryOperations {...{ tree, at, actions, sheet }} />
        </RowFocus>
      </td>
    </tr>
  )
}

const cellLook =
  'h-row border-line border-b bg-surface px-4 group-hover:bg-row-hover group-data-chosen:bg-accent-soft group-focus-visible:bg-accent-soft group-focus-visible:shadow-[inset_0_2px_var(--color-focus),inset_0_-2px_var(--color-focus)] forced-colors:group-focus-visible:border-y-2 max-narrow:h-auto max-narrow:border-0 max-narrow:bg-transparent! max-narrow:p-0 max-narrow:shadow-none!'

/** Where a cell stands on a card: name and state in a line, how it is called below, then what it is called by. */
const places = {
  name: 'stuck stuck-start sticky left-0 z-[5] pl-3.5 max-narrow:static max-narrow:order-1 max-narrow:ml-(--node-name) max-narrow:min-w-0 max-narrow:flex-1',
  state: 'max-narrow:order-2',
  method: 'max-narrow:order-5 max-narrow:text-base max-narrow:text-faint',
  route: 'max-narrow:order-5 max-narrow:min-w-3/5 max-narrow:flex-1 max-narrow:text-base',
  code: 'max-narrow:order-6 max-narrow:min-w-1/2 max-narrow:flex-1 max-narrow:text-base max-narrow:text-soft',
  icon: 'max-narrow:order-7',
  sort: 'card-fact max-narrow:order-8',
  none: 'max-narrow:hidden',
} as const
type Place = keyof typeof places

function Cell({ place, title, children }: { place: Place; title?: string | undefined; children: ReactNode }) {
  const t = useTranslations('menu')
  return (
    <td
      title={title}
      data-label={place === 'sort' ? t('sort') : undefined}
      className={`${cellLook} truncate ${places[place]}`}
    >
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

/** Beside what the menu calls an entry: the name that the search finds it by. It gives room first. */
function StoredName({ tree, at, searched }: Pick<Props, 'tree' | 'at' | 'searched'>) {
  return (
    <span className="min-w-0 flex-1 truncate text-faint empty:hidden">
      {tree.shown[at] && <Marked text={tree.name[at] ?? ''} searched={searched} />}
    </span>
  )
}

/** Applications have uploaded pictures, the others names of icons. */
function IconCell({ name, type, icon }: { name: string; type: number; icon: string | null | undefined }) {
  const common = useTranslations('common')
  if (!icon) return <Cell place="none">{common('empty')}</Cell>
  if (type === nodeTypes.application) {
    return (
      <Cell place="icon">
        <ImageTile src={imageAddress(icon)} name={name} className="size-5 rounded-sm text-base" />
      </Cell>
    )
  }
  return (
    <Cell place="icon" title={icon}>
      <span className="flex items-center gap-1.5">
        <MenuIcon name={icon} />
        <span className="truncate text-soft max-narrow:sr-only">{icon}</span>
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
  const why = useWhy()
  if (tree.type[at] === nodeTypes.application) return <Cell place="none">{common('empty')}</Cell>
  // What is built in is switched all the same (specification section 2.15).
  const lock = tree.lock[at] === 'control' ? t('control') : undefined
  return (
    <Cell place="state">
      <Switch
        checked={tree.enabled[at] ?? true}
        label={common('rowSwitch', { name: shownName(tree, at) })}
        word={common((tree.enabled[at] ?? true) ? 'enabled' : 'disabled')}
        plain={onPress === undefined}
        disabled={onPress === undefined || lock !== undefined}
        reason={(onPress && lock) ?? common('noPermission')}
        onReason={why && (() => why({ call: 'updateEnable', reason: lock }))}
        tabIndex={tabIndex}
        onPress={() => onPress?.(at)}
      />
    </Cell>
  )
}

interface OperationsProps {
  tree: MenuTree
  at: number
  actions: RowActions
  /** Where they stand in a row: what opens the sheet. */
  sheet?: RowSheet
}

/** Applications are edited and deleted on their own page; children may be added below what is built in. */
export function EntryOperations({ tree, at, actions, sheet }: OperationsProps) {
  const t = useTranslations('menu')
  const name = shownName(tree, at)
  const lock = tree.lock[at]
  const reason = lock ? t(lock) : undefined
  // What nobody may change is no question of rights.
  const isFixed = lock === 'builtIn'
  const common = useTranslations('common')
  const why = useWhy()
  const type = tree.type[at] ?? 0
  const isApplication = type === nodeTypes.application
  const codes = type >= nodeTypes.menu ? tree.code[at] : undefined
  const { addBelow, edit, remove } = actions
  const more: MenuItem[] = []
  if (sheet) {
    more.push({
      key: 'details',
      text: common('details'),
      icon: <PanelRight aria-hidden className="size-4" />,
      onPick: () => sheet.open(tree.id[at] ?? ''),
    })
  }
  if (addBelow && typeBelow(type) !== undefined) {
    more.push({
      key: 'addBelow',
      text: t('addBelow'),
      label: t('addBelowRow', { name }),
      icon: <Plus aria-hidden className="size-4" />,
      reason: lock === 'control' ? reason : undefined,
      onPick: () => addBelow(at),
    })
  }
  if (why && codes) {
    more.push({
      key: 'why',
      text: common('why'),
      icon: <CircleHelp aria-hidden className="size-4" />,
      onPick: () => why({ codes, name, ...(type !== nodeTypes.button && { entry: tree.id[at] ?? '' }) }),
    })
  }
  return (
    <RowOperations
      name={name}
      editReason={reason}
      removeReason={reason}
      onEditReason={isFixed ? undefined : why && (() => why({ call: 'update', reason }))}
      onRemoveReason={isFixed ? undefined : why && (() => why({ call: 'remove', reason }))}
      onEdit={edit && !isApplication && (() => edit(at))}
      onRemove={remove && !isApplication && (() => remove(at))}
      more={more}
      isSheet={sheet === undefined}
    />
  )
}
