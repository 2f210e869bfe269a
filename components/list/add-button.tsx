'use client'

import { Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button'

/** Stands on top of a list. */
export function AddButton({ onPress }: { onPress: () => void }) {
  const t = useTranslations('common')
  return (
    <Button look="primary" onClick={onPress} className="font-medium">
      <Plus aria-hidden className="size-4" />
      {t('add')}
    </Button>
  )
}
