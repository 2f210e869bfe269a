'use client'

import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { TreeBox } from '#components/tree/tree-box'
import type { MenuTree } from '#lib/menu-tree'
import { searchTexts } from '#lib/tree'
import { NodeTypeIcon } from './node-type'

/** Pixels. */
export const treeHeight = 240

interface Props {
  tree: MenuTree
  label: string
  chosenId: string | undefined
  onChosen: (at: number) => void
}

/** A tree of which one node is chosen. */
export function ParentTree({ tree, label, chosenId, onChosen }: Props) {
  const t = useTranslations('menu')
  const chosen = chosenId === undefined ? -1 : tree.id.indexOf(chosenId)
  const texts = useMemo(() => searchTexts(tree.name, tree.code), [tree])
  return (
    <TreeBox
      tree={tree}
      label={label}
      texts={texts}
      height={treeHeight}
      shortTree={40}
      startAt={chosen}
      row={(at) => ({
        mark: <NodeTypeIcon type={tree.type[at] ?? -1} />,
        className: at === chosen ? 'font-medium text-accent-ink' : '',
        aria: { 'aria-selected': at === chosen },
      })}
      onPress={onChosen}
      searchLabel={t('findParent')}
      searchFirst
      emptyText={t('noParents')}
      noMatchText={t('noParentFound')}
    />
  )
}
