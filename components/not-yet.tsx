import { Hammer } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { StateView } from '#components/ui/state-view'
import type { Messages } from '#lib/i18n/messages'

/** A page that exists, with its guard, and whose content comes with a later version. It says so. */
export async function NotYet({ page }: { page: keyof Messages['pages'] }) {
  const t = await getTranslations()
  return (
    <>
      <h1 className="font-semibold text-xl">{t(`pages.${page}`)}</h1>
      <StateView
        icon={<Hammer aria-hidden className="size-5" />}
        title={t('errors.notYet')}
        hint={t('errors.notYetHint')}
      />
    </>
  )
}
