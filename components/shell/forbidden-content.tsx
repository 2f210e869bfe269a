'use client'

import Link from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Question } from '#components/form/ask-why'
import { WhyButton } from '#components/form/why-button'
import { Button, buttonLook } from '#components/ui/button'
import { StateView } from '#components/ui/state-view'
import { basePath } from '#lib/request'

interface Props {
  /** What it takes, where that is known, and what explains it further. */
  why?: { note: ReactNode; question: Question } | undefined
}

/** Three ways on: home, back, and another organization or system, in which one may have the right, and to this page there. */
export function ForbiddenContent({ why }: Props) {
  const t = useTranslations('errors')
  const common = useTranslations('common')
  const from = `${usePathname()}?${useSearchParams()}`.replace(/\?$/, '')
  return (
    <StateView
      scene="forbidden"
      heading="h1"
      whole
      title={t('forbidden')}
      hint={why === undefined ? t('forbiddenHint') : undefined}
      note={why?.note}
    >
      <Link href="/" prefetch={false} className={buttonLook()}>
        {t('backHome')}
      </Link>
      <Button look="quiet" onClick={() => window.history.back()}>
        {t('back')}
      </Button>
      {why && <WhyButton question={why.question}>{common('why')}</WhyButton>}
      {/* A full load: the chooser has a stricter content policy than the shell. */}
      <a
        href={`${basePath}/selectSystem?${new URLSearchParams({ nf: 't', from })}`}
        className={buttonLook('quiet')}
      >
        {t('changeOrganization')}
      </a>
    </StateView>
  )
}
