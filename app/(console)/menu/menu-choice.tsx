'use client'

import { useTranslations } from 'next-intl'
import { later } from '#components/form/later'
import type { ListQuery } from '#components/list/use-list-query'
import type { Selection } from '#components/list/use-selection'
import type { BulkRun } from '#lib/bulk-run'
import type { MenuTree } from '#lib/menu-tree'
import { type ChosenNode, chosenNodes, foundNodes } from './chosen-nodes'
import { calls, impacts, removeInput, switchInput } from './menu-calls'

const SelectionBar = later(() =>
  import('#components/list/selection-bar').then((module) => module.SelectionBar),
)

/** The nodes that are chosen, for whoever may do something with many of them. */
export interface MenuChoice {
  selection: Selection<ChosenNode>
  may: { remove?: boolean; updateEnable?: boolean }
  isKept: () => boolean
  onRun: (run: BulkRun) => boolean
}

/** What went with its parent is chosen no more. */
export function stillThere(selection: Selection<ChosenNode>, tree: MenuTree): Selection<ChosenNode> {
  if (selection.rows.size === 0) return selection
  const nodes = Array.from(tree.id.keys()).filter((at) => selection.rows.has(tree.id[at] ?? ''))
  return { ...selection, rows: chosenNodes(tree, nodes) }
}

interface Props extends MenuChoice {
  title: string
  values: Record<string, string>
  query: ListQuery
  tree: MenuTree
}

/** What can be done with the nodes that are chosen. */
export function MenuBar({ tree, ...context }: Props) {
  const { values, selection } = context
  const t = useTranslations('menu')
  return (
    <SelectionBar
      {...context}
      {...{ calls, impacts, switchInput }}
      removeInput={(id) => removeInput(id, selection.rows.get(id)?.systemId)}
      everything={chosenNodes(tree, foundNodes(tree, values.searchStr ?? ''))}
      more={[]}
      rowOf={({ id }) => {
        const { name = '', enabled } = selection.rows.get(id) ?? {}
        return { id, name, was: enabled }
      }}
      reasonOf={({ id }, key) =>
        key === 'remove' && selection.rows.get(id)?.isBuiltIn ? t('builtIn') : undefined
      }
    />
  )
}
