'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button'
import { type Opened, openedBy } from '#lib/tree-view'

interface Props {
  /** Whose words it uses. */
  words: 'apply' | 'menu' | 'role'
  look: 'link' | 'quiet'
  setOpened: (opened: Opened) => void
  className: string
}

/** Opens a whole tree, or closes it. */
export function FoldAll({ words, look, setOpened, className }: Props) {
  const t = useTranslations(words)
  return (
    <span className={`flex ${className}`}>
      <Button look={look} size="small" onClick={() => setOpened(openedBy('all'))}>
        {t('expandAll')}
      </Button>
      <Button look={look} size="small" onClick={() => setOpened(openedBy('none'))}>
        {t('collapseAll')}
      </Button>
    </span>
  )
}
