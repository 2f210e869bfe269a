'use client'

import { LockOpen } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Says that others on the network can read along, where they can (EDGE-6). Browsers alone know how they came here: a
 * proxy may have taken the encryption off, and their own machine counts as safe.
 */
export function PlainConnection() {
  const t = useTranslations('login')
  const isPlain = useSyncExternalStore(
    never,
    () => !window.isSecureContext,
    () => false,
  )
  if (!isPlain) return null
  return (
    <p role="note" className="mt-4 flex items-start gap-2 px-1 text-soft">
      <LockOpen aria-hidden className="mt-0.5 size-3.5 shrink-0 text-warning" />
      {t('plainConnection')}
    </p>
  )
}
