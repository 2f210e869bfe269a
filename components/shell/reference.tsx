'use client'

import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { lastRequestId } from '#lib/last-request'

/** What somebody who reports a fault says, so that it is found in the logs (OPS-6). */
export function Reference({ digest }: { digest?: string | undefined }) {
  const t = useTranslations('errors')
  const id = useSyncExternalStore(never, lastRequestId, () => undefined) ?? digest
  return id === undefined ? null : (
    <p className="mt-1 text-balance text-base text-faint">
      {t('reference')} <code className="inline-block max-w-full select-all break-all">{id}</code>
    </p>
  )
}

const never = () => () => {}
