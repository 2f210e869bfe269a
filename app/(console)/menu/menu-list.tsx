'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { Suspense, use, useEffect, useMemo, useRef } from 'react'
import { useCallFault } from '#components/form/use-call-fault'
import { AddButton } from '#components/list/add-button'
import { DensityChoice } from '#components/list/density-choice'
import { ListBody, ListPage } from '#components/list/list-page'
import { EmptyList, FailedList, ListSkeleton } from '#components/list/list-states'
import { SearchText } from '#components/list/search-fields'
import { SearchForm } from '#components/list/search-form'
import { useDialogState } from '#components/list/use-dialog-state'
import { type ListQuery, useListQuery } from '#components/list/use-list-query'
import { useRowActions } from '#components/list/use-row-actions'
import { scrollToRow } from '#components/tree/use-tree'
import { Button } from '#components/ui/button'
import { toast } from '#components/ui/toast'
import { type menu, nodeTypes } from '#contracts/menu'
import { lazyCaller } from '#lib/lazy-caller'
import type { ListProps, ListResult } from '#lib/list-result'
import { hasApplication, type MenuTree, unpackMenu } from '#lib/menu-tree'
import { isParent, rootOf, visibleNodes } from '#lib/tree'
import { isOpen, type Opened, openedBy, withOpen, withWayTo } from '#lib/tree-view'
import { MenuGrid, useGridHeights } from './menu-grid'
import type { RowActions } from './menu-row'
import { editSubject, newSubject, type Subject, subjectBelow } from './subject'
import { useOpenedNodes } from './use-opened-nodes'

const MenuDialog = dynamic(() => import('./menu-dialog').then((module) => module.MenuDialog), { ssr: false })
const call = lazyCaller(() => import('#contracts/menu'))

/** Whether there is anything to add to, whatever a search shows. */
async function findApplication(): Promise<boolean> {
  const roots = await call('parentTree', { query: { isShowMenu: 0, isShowChildren: 0 } })
  return roots.some(({ type, isControl }) => type === nodeTypes.application && isControl !== 0)
}

export function MenuList({ title, result, values, may }: ListProps<string, typeof menu>) {
  const t = useTranslations('menu')
  const common = useTranslations('common')
  const faultText = useCallFault()
  const query = useListQuery()
  const { toggle, remove, dialog } = useRowActions(query)
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
      if (known || (await findApplication())) open(newSubject(shown.current))
      else toast.warning(t('noApplication'))
    } catch (error) {
      toast.error(faultText(error))
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
  const actionsOn = (tree: MenuTree): RowActions => ({
    addBelow: may.add ? (at) => open(subjectBelow(tree, at)) : undefined,
    edit: may.update ? (at) => open(editSubject(tree, at)) : undefined,
    remove: may.remove
      ? (at) => {
          const id = tree.id[at] ?? ''
          const systemId = tree.id[rootOf(tree, at)] ?? ''
          remove({
            id,
            name: tree.name[at] ?? '',
            hint: hintOf(tree, at),
            call: () => call('remove', { params: { resourceId: id }, query: { systemId } }),
          })
        }
      : undefined,
    enable: may.updateEnable
      ? (at) => {
          const id = tree.id[at] ?? ''
          const enabled = tree.enabled[at] ?? true
          const asked = { id, enabled: enabled ? 0 : 1 } as const
          toggle({
            id,
            name: tree.name[at] ?? '',
            enabled,
            call: () => call('updateEnable', { query: asked, body: asked }),
          })
        }
      : undefined,
  })
  const treeProps: TreeProps = { title, query, values, opened, setOpened, actionsOn, shown, sought }
  return (
    <ListPage
      title={title}
      query={query}
      notice={notice}
      actions={may.add && <AddButton onPress={add} />}
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
  shown: { current: MenuTree | undefined }
  sought: { current: string | undefined }
}

function Later({ reading, ...rest }: TreeProps & { reading: Promise<ListResult<string>> }) {
  return <Body {...rest} result={use(reading)} />
}

function Body(props: TreeProps & { result: ListResult<string> }) {
  const { title, query, result, values, opened, setOpened, actionsOn, shown, sought } = props
  const t = useTranslations('menu')
  const common = useTranslations('common')
  const box = useRef<HTMLElement>(null)
  const heights = useRef(useGridHeights())
  const packed = result.ok ? result.rows[0] : undefined
  const tree = useMemo(() => (packed === undefined ? undefined : unpackMenu(packed)), [packed])
  useEffect(() => {
    const bringIntoSight = () => {
      if (tree === undefined || box.current === null || sought.current === undefined) return
      const rows = visibleNodes(tree, (at) => isOpen(tree, opened, at))
      const row = rows.indexOf(tree.id.indexOf(sought.current))
      if (row < 0) return
      sought.current = undefined
      scrollToRow(box.current, row, heights.current)
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
  return (
    <ListBody>
      <MenuGrid
        // Another search starts at its top.
        key={searched}
        box={box}
        tree={tree}
        label={common('tableScroll', { title })}
        opened={opened}
        onOpened={setOpened}
        searched={searched}
        actions={actionsOn(tree)}
        pending={query.pending}
        empty={<EmptyList searched={searched !== ''} query={query} />}
      />
      <div className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-5 py-1">
        <span className="tabular text-soft">{t('total', { count: tree.size })}</span>
        <DensityChoice />
        <span className="ml-auto flex gap-1">
          <Button look="quiet" size="small" onClick={() => setOpened(openedBy('all'))}>
            {t('expandAll')}
          </Button>
          <Button look="quiet" size="small" onClick={() => setOpened(openedBy('none'))}>
            {t('collapseAll')}
          </Button>
        </span>
      </div>
    </ListBody>
  )
}
