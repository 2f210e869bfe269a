'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button'
import { handsOnToPage } from '#components/ui/hands-on'
import { useRefusedQuestion } from './use-refused-question'
import { WhyButton } from './why-button'

interface Props {
  /** What `useLoaded` says of a reading that failed. */
  loaded: { message: string; error?: unknown; retry: () => void }
  className?: string
}

/** Why something could not be read, and another try. */
export function ReadFault({ loaded, className = '' }: Props) {
  const t = useTranslations('common')
  const question = useRefusedQuestion()(loaded.error)
  return (
    <div
      ref={handsOnToPage}
      role="alert"
      className={`flex flex-wrap items-center gap-2 text-base text-soft ${className}`}
    >
      {loaded.message}
      <Button size="small" onClick={loaded.retry}>
        {t('retry')}
      </Button>
      {question && (
        <WhyButton small question={question}>
          {t('why')}
        </WhyButton>
      )}
    </div>
  )
}

/** The same below a field. */
export function FieldReadFault({ loaded }: Pick<Props, 'loaded'>) {
  const t = useTranslations('common')
  return (
    <span role="alert" className="text-danger">
      {loaded.message}
      <Button look="link" size="small" onClick={loaded.retry}>
        {t('retry')}
      </Button>
    </span>
  )
}
