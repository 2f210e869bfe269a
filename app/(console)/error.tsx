'use client'

import { useTranslations } from 'next-intl'
import { Reference } from '#components/shell/reference'
import { Button } from '#components/ui/button'
import { StateView } from '#components/ui/state-view'

/** A fault of ours in a page; the shell around it stays. */
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
    <StateView
      role="alert"
      heading="h1"
      whole
      scene="failed"
      title={t('pageFailed')}
      hint={t('pageFailedHint')}
      note={<Reference digest={error.digest} />}
    >
      <Button look="primary" onClick={retry}>
        {common('retry')}
      </Button>
    </StateView>
  )
}
