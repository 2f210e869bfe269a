'use client'

import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button'
import { StateView } from '#components/ui/state-view'

/** A fault of ours in a page; the shell around it stays. */
export default function PageFault({ reset }: { error: Error; reset: () => void }) {
  const t = useTranslations('errors')
  const common = useTranslations('common')
  return (
    <StateView
      role="alert"
      heading="h1"
      icon={<TriangleAlert aria-hidden className="size-5" />}
      title={t('pageFailed')}
      hint={t('pageFailedHint')}
    >
      <Button onClick={reset}>{common('retry')}</Button>
    </StateView>
  )
}
