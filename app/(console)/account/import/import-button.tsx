'use client'

import { FileUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button'

/** Stands beside the one that adds an account. */
export function ImportButton({ onPress }: { onPress: () => void }) {
  const t = useTranslations('account')
  return (
    <Button look="quiet" aria-haspopup="dialog" onClick={onPress} className="max-mobile:px-2">
      <FileUp aria-hidden className="size-4" />
      <span className="max-mobile:sr-only">{t('import')}</span>
    </Button>
  )
}
