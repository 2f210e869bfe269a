import { getTranslations } from 'next-intl/server'
import { ReloadButton } from '#components/ui/reload-button'
import { StateView } from '#components/ui/state-view'
import { Reference } from './reference'

/** Stands for what the platform did not answer for, within the shell: the session stays, and the way to end it. */
export async function Unavailable() {
  const t = await getTranslations()
  return (
    <StateView
      role="alert"
      heading="h1"
      whole
      scene="failed"
      title={t('errors.unavailable')}
      hint={t('errors.unavailableHint')}
      note={<Reference />}
    >
      <ReloadButton>{t('common.retry')}</ReloadButton>
    </StateView>
  )
}
