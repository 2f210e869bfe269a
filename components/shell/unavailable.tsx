import { getTranslations } from 'next-intl/server'
import { ReloadButton } from '#components/ui/reload-button'
import { PageFailed } from './page-failed'

/** Stands for what the platform did not answer for: the session stays, and the way to end it. */
export async function Unavailable() {
  const t = await getTranslations()
  return (
    <PageFailed title={t('errors.unavailable')} hint={t('errors.unavailableHint')}>
      <ReloadButton>{t('common.retry')}</ReloadButton>
    </PageFailed>
  )
}
