'use client'

import { useTranslations } from 'next-intl'
import { Reference } from '#components/shell/reference'
import { Button } from '#components/ui/button'
import { StateView } from '#components/ui/state-view'

/** A fault of ours in a page; the shell around it stays. */
export default function PageFault({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  const t = useTranslations('errors')
  const common = useTranslations('common')
  return (
    <StateView
      role="alert"
      heading="h1"
      scene="failed"
      title={t('pageFailed')}
      hint={t('pageFailedHint')}
      note={<Reference digest={error.digest} />}
    >
      <Button onClick={reset}>{common('retry')}</Button>
    </StateView>
  )
}
