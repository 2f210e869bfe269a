'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { RememberSystem } from '#components/shell/remember-system'
import { buttonLook } from '#components/ui/button'
import { StateView } from '#components/ui/state-view'

/** The 404 page (specification section 2.5): a picture, and the system code of the address is remembered. */
export function NotFoundContent() {
  const t = useTranslations('errors')
  return (
    <>
      <RememberSystem />
      <StateView scene="missing" heading="h1" whole title={t('notFound')} hint={t('notFoundHint')}>
        <Link href="/" prefetch={false} className={buttonLook()}>
          {t('backHome')}
        </Link>
      </StateView>
    </>
  )
}
