import { Lock } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { StateView } from '#components/ui/state-view'

export default async function Forbidden() {
  const t = await getTranslations('errors')
  return (
    <StateView
      heading="h1"
      icon={<Lock aria-hidden className="size-5" />}
      title={t('forbidden')}
      hint={t('forbiddenHint')}
    />
  )
}
