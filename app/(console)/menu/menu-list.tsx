'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { Suspense, use, useEffect, useMemo, useRef } from 'react'
import { AddButton } from '#components/list/add-button'
import { ListPage } from '#components/list/list-page'
import { EmptyList, FailedList, ListSkeleton } from '#components/list/list-states'
import { SearchText } from '#components/list/search-fields'
import { SearchForm } from '#components/list/search-form'
import { type ListQuery, useListQuery } from '#components/list/use-list-query'
import { useOpened } from '#components/list/use-opened'
import { useRowActions } from '#components/list/use-row-actions'
import { Button } from '#components/ui/button'
import { toast } from '#components/ui/toast'
import { useCallFault } from '#components/use-call-fault'
import type { Coming, ListResult } from '#lib/list-result'
import { hasApplication, isParent, type MenuTree, rootOf, unpackMenu } from '#lib/menu-tree'
import { type Opened, openedBy, withOpen, withWayTo } from '#lib/menu-tree-view'
import { MenuGrid } from './menu-grid'
import type { RowActions } from './menu-row'
import { editSubject, newSubject, type Subject, subjectBelow } from './subject'
import { useOpenedNodes } from './use-opened-nodes'

const MenuDialog = dynamic(() => import('./menu-dialog').then((module) => module.MenuDialog), { ssr: false })
const calls = () => import('./menu-calls')

export type MenuAction = 'add' | 'edit' | 'remove' | 'enable'

interface Props {
  title: string
  /** One row: the whole tree, packed (`packMenu`). */
  result: Coming<string>
  values: Record<string, string>
  may: Record<MenuAction, boolean>
}

export function MenuList({ title, result, values, may }: Props) {
  const t = useTranslations('menu')
  const common = useTranslations('common')
  const faultText = useCallFault()
  const query = useListQuery()
  const { toggle, remove, dialog } = useRowActions(query)
  const { opened: subject, open, ends } = useOpened<Subject>(query)
  const [opened, setOpened] = useOpenedNodes(values.searchStr ?? '')
  /** The tree that shows, for what is pressed outside of it. */
  const shown = useRef<MenuTree>(undefined)

  const add = async () => {
    try {
      const known = shown.current !== undefined && hasApplication(shown.current)
      // What a search leaves out is there all the same.
      if (known || (await (await calls()).findApplication())) open(newSubject())
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
    edit: may.edit ? (at) => open(editSubject(tree, at)) : undefined,
    remove: may.remove
      ? (at) => {
          const id = tree.id[at] ?? ''
          const systemId = tree.id[rootOf(tree, at)] ?? ''
          const call = async () => (await calls()).remove(id, systemId)
          remove({ name: tree.name[at] ?? '', hint: hintOf(tree, at), call })
        }
      : undefined,
    enable: may.enable
      ? (at) => {
          const id = tree.id[at] ?? ''
          const enabled = tree.enabled[at] ?? true
          const call = async () => (await calls()).setEnabled(id, !enabled)
          toggle({ name: tree.name[at] ?? '', enabled, call })
        }
      : undefined,
  })
  const treeProps: TreeProps = { title, query, values, opened, setOpened, actionsOn, shown }
  return (
    <ListPage
      title={title}
      actions={may.add && <AddButton onPress={add} />}
      search={
        <SearchForm query={query} values={values} label={common('search')}>
          <SearchText name="searchStr" label={t('search')} defaultValue={values.searchStr} />
        </SearchForm>
      }
    >
      {'now' in result ? (
        <Body {...treeProps} result={result.now} />
      ) : (
        <Suspense fallback={<ListSkeleton />}>
          <Later {...treeProps} reading={result.later} />
        </Suspense>
      )}
      {subject && (
        <MenuDialog
          subject={subject}
          onClose={ends.onClose}
          onSaved={(parentId) => {
            reveal(parentId)
            ends.onSaved()
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
}

function Later({ reading, ...rest }: TreeProps & { reading: Promise<ListResult<string>> }) {
  return <Body {...rest} result={use(reading)} />
}

function Body(props: TreeProps & { result: ListResult<string> }) {
  const { title, query, result, values, opened, setOpened, actionsOn, shown } = props
  const t = useTranslations('menu')
  const common = useTranslations('common')
  const packed = result.ok ? result.rows[0] : undefined
  const tree = useMemo(() => (packed === undefined ? undefined : unpackMenu(packed)), [packed])
  useEffect(() => {
    // For what is pressed outside of this part.
    shown.current = tree
    query.shown.current = result
  }, [shown, tree, query.shown, result])

  if (!result.ok) return <FailedList message={result.message} query={query} />
  if (tree === undefined) return null
  const searched = values.searchStr ?? ''
  return (
    <>
      <MenuGrid
        // Another search starts at its top.
        key={searched}
        tree={tree}
        label={common('tableScroll', { title })}
        opened={opened}
        onOpened={setOpened}
        searched={searched}
        actions={actionsOn(tree)}
        pending={query.pending}
        empty={<EmptyList searched={searched !== ''} query={query} />}
      />
      <div className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-t px-4 py-2">
        <span className="tabular mr-2 text-soft">{t('total', { count: tree.size })}</span>
        <Button look="link" size="small" onClick={() => setOpened(openedBy('all'))}>
          {t('expandAll')}
        </Button>
        <Button look="link" size="small" onClick={() => setOpened(openedBy('none'))}>
          {t('collapseAll')}
        </Button>
      </div>
    </>
  )
}
