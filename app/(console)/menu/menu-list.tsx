'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type ComponentProps, Suspense, use, useEffect, useMemo, useRef } from 'react'
import { later, renewed } from '#components/form/later'
import { useTellFault } from '#components/form/use-call-fault'
import { AddButton } from '#components/list/add-button'
import { BinButton, useAskedBin } from '#components/list/bin-button'
import { DensityChoice } from '#components/list/density-choice'
import type { PutBack } from '#components/list/history-changes'
import { KeysHelp } from '#components/list/keys-help'
import { ListBody, ListPage } from '#components/list/list-page'
import { EmptyList, FailedList, ListSkeleton } from '#components/list/list-states'
import { SearchText } from '#components/list/search-fields'
import { SearchForm } from '#components/list/search-form'
import { useBulkReport } from '#components/list/use-bulk-report'
import { useDialogState } from '#components/list/use-dialog-state'
import { type ListQuery, useListQuery } from '#components/list/use-list-query'
import { useRowActions } from '#components/list/use-row-actions'
import { useSelection } from '#components/list/use-selection'
import { FoldAll } from '#components/tree/fold-all'
import { scrollToRow } from '#components/tree/use-tree'
import { toast } from '#components/ui/toast'
import type { menu } from '#contracts/menu'
import type { ListProps, ListResult } from '#lib/list-result'
import { load } from '#lib/load'
import { hasApplication, type MenuTree, shownName, systemOf, unpackMenu } from '#lib/menu-tree'
import { isParent, visibleNodes } from '#lib/tree'
import { isOpen, type Opened, withOpen, withWayTo } from '#lib/tree-view'
import { wholeNumber } from '#lib/whole-number'
import type { ChosenNode } from './chosen-nodes'
import { bin, call, impacts, removeInput, switchInput } from './menu-calls'
import { MenuBar, type MenuChoice, stillThere } from './menu-choice'
import { gridHeights, MenuGrid } from './menu-grid'
import type { RowActions } from './menu-row'
import type { MenuSheet as Beside } from './menu-sheet'
import { editSubject, newSubject, type Subject, subjectBelow } from './subject'
import { useOpenedNodes } from './use-opened-nodes'

const MenuDialog = later(() => import('./menu-dialog').then((module) => module.MenuDialog))
/** Comes with the first entry that is opened, and with the page where its address has one. */
const MenuSheet = renewed<ComponentProps<typeof Beside>>(
  (lost) => dynamic(() => import('./menu-sheet').then((module) => module.MenuSheet).catch(lost)),
  ({ sheet }) => sheet.close(),
)

export function MenuList({ title, result, values, may, history }: ListProps<string, typeof menu>) {
  const t = useTranslations('menu')
  const common = useTranslations('common')
  const tell = useTellFault()
  const query = useListQuery()
  const { ask, toggle, remove, dialog } = useRowActions(query)
  const kept = useAskedBin(may.remove ? bin : undefined)
  const {
    opened: subject,
    open,
    ends,
    notice,
  } = useDialogState<Subject, { name: string; code: string }>(query, {
    search: ({ name }) => ({ searchStr: name }),
    by: ['code', 'name'],
  })
  const [opened, setOpened] = useOpenedNodes(values.searchStr ?? '')
  /** The tree that shows, for what is pressed outside of it. */
  const shown = useRef<MenuTree>(undefined)
  /** The node to bring into sight as soon as it shows. */
  const sought = useRef<string>(undefined)

  const add = async () => {
    try {
      const known = shown.current !== undefined && hasApplication(shown.current)
      // What a search leaves out is there all the same.
      const fault = known ? undefined : await (await load(() => import('./parents'))).addFault()
      if (fault === undefined) open(newSubject(shown.current))
      else toast.warning(t(fault))
    } catch (error) {
      tell(error)
    }
  }
  /** Below what is closed a new node would not be seen. */
  const reveal = (parentId: string) => {
    const tree = shown.current
    const at = tree?.id.indexOf(parentId) ?? -1
    if (tree !== undefined && at >= 0) {
      setOpened(withOpen(tree, withWayTo(tree, opened, at), at, true))
    }
  }
  /** A search does not show all that goes with a node. */
  const hintOf = (tree: MenuTree, at: number) => {
    if (!isParent(tree, at)) return undefined
    const count = (tree.end[at] ?? 0) - at - 1
    return values.searchStr === undefined ? t('deleteCounted', { count }) : t('deleteBelow')
  }
  const selection = useSelection<ChosenNode>(JSON.stringify(values), ({ name }) => name)
  const { onRun, report } = useBulkReport(selection)
  const actionsOn = (tree: MenuTree): RowActions => ({
    addBelow: may.add ? (at) => open(subjectBelow(tree, at)) : undefined,
    edit: may.update ? (at) => open(editSubject(tree, at)) : undefined,
    remove: may.remove
      ? (at) => {
          const id = tree.id[at] ?? ''
          const systemId = systemOf(tree, at)
          remove({
            id,
            name: shownName(tree, at),
            hint: () => hintOf(tree, at),
            impacts,
            bin: kept,
            call: () => call('remove', removeInput(id, systemId)),
          })
        }
      : undefined,
    enable: may.updateEnable
      ? (at) => {
          const id = tree.id[at] ?? ''
          const enabled = tree.enabled[at] ?? true
          const set = (next: 0 | 1) => call('updateEnable', switchInput(id, next))
          toggle({ id, name: shownName(tree, at), enabled, impacts, set })
        }
      : undefined,
  })
  const putBack = { ask, after: query.reload }
  const treeProps: TreeProps = {
    ...{ title, query, values, opened, setOpened, actionsOn, shown, sought, history, putBack },
    choice:
      may.remove || may.updateEnable
        ? { selection, may, onRun, isKept: () => kept !== undefined }
        : undefined,
  }
  return (
    <ListPage
      title={title}
      query={query}
      notice={notice}
      actions={
        <>
          {kept && <BinButton bin={kept} reload={query.reload} />}
          {may.add && <AddButton onPress={add} />}
        </>
      }
      search={
        <SearchForm query={query} values={values} label={common('search')}>
          <SearchText name="searchStr" label={t('search')} />
        </SearchForm>
      }
    >
      {'now' in result ? (
        <Body {...treeProps} result={result.now} />
      ) : (
        <Suspense
          fallback={
            <ListBody>
              <ListSkeleton />
            </ListBody>
          }
        >
          <Later {...treeProps} reading={result.later} />
        </Suspense>
      )}
      {subject && (
        <MenuDialog
          subject={subject}
          onClose={ends.onClose}
          onSaved={(parentId, added) => {
            reveal(parentId)
            ends.onSaved(added)
          }}
        />
      )}
      {dialog}
      {report}
    </ListPage>
  )
}

interface TreeProps {
  title: string
  query: ListQuery
  values: Record<string, string>
  opened: Opened
  setOpened: (opened: Opened) => void
  actionsOn: (tree: MenuTree) => RowActions
  /** Nothing for whoever may do nothing with many. */
  choice: MenuChoice | undefined
  shown: { current: MenuTree | undefined }
  sought: { current: string | undefined }
  history: string | undefined
  putBack: Pick<PutBack, 'ask' | 'after'>
}

function Later({ reading, ...rest }: TreeProps & { reading: Promise<ListResult<string>> }) {
  return <Body {...rest} result={use(reading)} />
}

function Body(props: TreeProps & { result: ListResult<string> }) {
  const { title, query, result, values, opened, setOpened, actionsOn, choice, shown, sought } = props
  const { history, putBack } = props
  const t = useTranslations('menu')
  const common = useTranslations('common')
  const box = useRef<HTMLElement>(null)
  const packed = result.ok ? result.rows[0] : undefined
  const tree = useMemo(() => (packed === undefined ? undefined : unpackMenu(packed)), [packed])
  useEffect(() => {
    const bringIntoSight = () => {
      if (tree === undefined || box.current === null || sought.current === undefined) return
      const rows = visibleNodes(tree, (at) => isOpen(tree, opened, at))
      const row = rows.indexOf(tree.id.indexOf(sought.current))
      if (row < 0) return
      sought.current = undefined
      scrollToRow(box.current, row, gridHeights(box.current))
    }
    bringIntoSight()
    // For what is pressed outside of this part.
    shown.current = tree
    query.shown.current = {
      result,
      find: (is) => tree?.id.find((id, at) => is({ id, name: tree.name[at], code: tree.code[at] })),
      scrollTo: (id) => {
        sought.current = id
        bringIntoSight()
      },
    }
  }, [shown, sought, tree, opened, query.shown, result])

  if (!result.ok) {
    return (
      <ListBody>
        <FailedList message={result.message} query={query} />
      </ListBody>
    )
  }
  if (tree === undefined) return null
  const searched = values.searchStr ?? ''
  const actions = actionsOn(tree)
  const selection = choice && stillThere(choice.selection, tree)
  const isChosen = selection !== undefined && selection.rows.size > 0
  return (
    <>
      <ListBody>
        {choice && isChosen && <MenuBar {...choice} {...{ title, values, query, tree, selection }} />}
        {/* On phones the foot is at the end of a long page. */}
        <FoldAll
          words="menu"
          look="quiet"
          setOpened={setOpened}
          className="narrow:hidden -mt-1 mb-2 gap-1 px-2"
        />
        <MenuGrid
          // Another search starts at its top.
          key={searched}
          box={box}
          tree={tree}
          label={common('tableScroll', { title })}
          opened={opened}
          onOpened={setOpened}
          searched={searched}
          selection={selection}
          actions={actions}
          sheet={query.sheet}
          empty={
            <EmptyList searched={searched !== ''} mayAdd={actions.addBelow !== undefined} query={query} />
          }
        />
        <div className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-5 py-1">
          <span aria-live="polite" className="tabular text-soft">
            {t('total', { shown: wholeNumber(tree.size) })}
          </span>
          <DensityChoice />
          <FoldAll
            words="menu"
            look="quiet"
            setOpened={setOpened}
            className="ml-auto gap-1 max-narrow:hidden"
          />
          <KeysHelp />
        </div>
        {/* On phones the bar lies over what is last. */}
        {isChosen && <div className="narrow:hidden h-24" />}
      </ListBody>
      {query.sheet.opened !== undefined && (
        <MenuSheet
          {...{ tree, actions, history, putBack }}
          rows={visibleNodes(tree, (at) => isOpen(tree, opened, at))}
          sheet={query.sheet}
        />
      )}
    </>
  )
}
