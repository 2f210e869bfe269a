'use client'

import { useTranslations } from 'next-intl'
import { PageFailed } from '#components/shell/page-failed'
import { Button } from '#components/ui/button'

/** A fault of ours in a page. */
export default function PageFault({
  error,
  retry,
}: {
  error: Error & { digest?: string }
  /** Asks for the page anew. */
  retry: () => void
}) {
  const t = useTranslations('errors')
  const common = useTranslations('common')
  return (
    <PageFailed title={t('pageFailed')} hint={t('pageFailedHint')} digest={error.digest}>
      <Button look="primary" onClick={retry}>
        {common('retry')}
      </Button>
    </PageFailed>
  )
}
