'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { toast } from '#components/ui/toast'
import { takeEndedView } from '#lib/viewing'

/** Stands in pages of one's own: where the tab's last one was seen as somebody else, it tells that this is over. */
export function ViewEnded() {
  const t = useTranslations('shell.view')
  useEffect(() => {
    const name = takeEndedView()
    if (name !== undefined) toast.info(t('ended', { name }))
  }, [t])
  return null
}
