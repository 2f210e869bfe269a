import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { BackButton } from '#components/shell/back-button'
import { buttonLook } from '#components/ui/button'
import { StateView } from '#components/ui/state-view'
import { basePath } from '#lib/request'

/** Who to ask, and three ways on: home, back, and another organization, in which one may have the right. */
export default async function Forbidden() {
  const t = await getTranslations('errors')
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <StateView scene="forbidden" heading="h1" title={t('forbidden')} hint={t('forbiddenHint')}>
        <Link href="/" prefetch={false} className={buttonLook()}>
          {t('backHome')}
        </Link>
        <BackButton>{t('back')}</BackButton>
        {/* A full load: the chooser has a stricter content policy than the shell. */}
        <a href={`${basePath}/selectSystem?nf=t`} className={buttonLook('quiet')}>
          {t('changeOrganization')}
        </a>
      </StateView>
    </div>
  )
}
