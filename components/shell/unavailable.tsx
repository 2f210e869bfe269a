import { CloudOff } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { ReloadButton } from '#components/ui/reload-button'
import { StateView } from '#components/ui/state-view'
import { Reference } from './reference'

/**
 * Stands for what the platform did not answer for. On a full load the layout says so itself; after a search or a turned page
 * the layout is not asked again, and this is all that a person sees.
 */
export async function Unavailable() {
  const t = await getTranslations()
  return (
    <StateView
      role="alert"
      heading="h1"
      icon={<CloudOff aria-hidden className="size-5" />}
      title={t('errors.unavailable')}
      hint={t('errors.unavailableHint')}
      note={<Reference />}
    >
      <ReloadButton>{t('common.retry')}</ReloadButton>
    </StateView>
  )
}

/** The same for a whole page. The session stays. */
export function PageUnavailable() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Unavailable />
    </main>
  )
}
