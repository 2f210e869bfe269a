import { CloudOff } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { ReloadButton } from '#components/reload-button'
import { StateView } from '#components/ui/state-view'

/** Stands for a whole page when the platform does not answer. The session stays. */
export async function PlatformUnavailable() {
  const t = await getTranslations()
  return (
    <main className="grid min-h-dvh place-items-center">
      <StateView
        role="alert"
        heading="h1"
        icon={<CloudOff aria-hidden className="size-5" />}
        title={t('errors.unavailable')}
        hint={t('errors.unavailableHint')}
      >
        <ReloadButton>{t('common.retry')}</ReloadButton>
      </StateView>
    </main>
  )
}
