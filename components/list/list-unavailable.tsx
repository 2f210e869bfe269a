import { CloudOff } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { ReloadButton } from '#components/reload-button'
import { StateView } from '#components/ui/state-view'

/**
 * Stands for a list whose page the platform did not answer for. On a full load the layout says so itself; after a search
 * or a turned page the layout is not asked again, and this is all that a person sees.
 */
export async function ListUnavailable() {
  const t = await getTranslations()
  return (
    <StateView
      role="alert"
      heading="h1"
      icon={<CloudOff aria-hidden className="size-5" />}
      title={t('errors.unavailable')}
      hint={t('errors.unavailableHint')}
    >
      <ReloadButton>{t('common.retry')}</ReloadButton>
    </StateView>
  )
}
