'use client'

import { Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button'
import { addName } from '#lib/add-address'
import { useAsked } from './use-asked'
import { useSingleKeys } from './use-single-keys'

/** Stands on top of a list. An address may press it, once. */
export function AddButton({ onPress }: { onPress: () => void }) {
  const t = useTranslations('common')
  useAsked(addName, onPress)
  useSingleKeys({ n: onPress })
  return (
    <Button look="primary" aria-keyshortcuts="n" onClick={onPress} className="font-medium">
      <Plus aria-hidden className="size-4" />
      {t('add')}
    </Button>
  )
}
