import { useTranslations } from 'next-intl'
import { ChoiceBox } from '#components/list/choice-box'
import { type MenuTree, shownName } from '#lib/menu-tree'
import { isChoice } from './chosen-nodes'
import type { NodeChoice } from './use-node-choice'

/** The box by which a node is chosen; an application has none. */
export function RowChoice({ tree, at, choice }: { tree: MenuTree; at: number; choice: NodeChoice }) {
  const t = useTranslations('menu')
  const common = useTranslations('common')
  // As wide as a box, so that names stand where their level has them.
  if (!isChoice(tree, at)) return <span className="w-7 shrink-0 max-narrow:hidden" />
  return (
    <span className="-mr-1.5 max-narrow:absolute max-narrow:top-1/2 max-narrow:left-1.5 max-narrow:z-10 max-narrow:-translate-y-1/2">
      <ChoiceBox
        label={common('selectRow', { name: shownName(tree, at) })}
        chosen={choice.has(at)}
        reason={tree.lock[at] === 'control' ? t('control') : undefined}
        onToggle={(event) => choice.toggle(at, event)}
        className="narrow:-ml-3.5 max-narrow:pr-1"
      />
    </span>
  )
}
