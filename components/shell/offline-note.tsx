'use client'

import { WifiOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useSyncExternalStore } from 'react'
import { strip } from '#components/ui/strip'
import { toast } from '#components/ui/toast'
import { isPlainPress } from '#lib/plain-press'
import { stayWith } from '#lib/unsaved'

function watch(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that the machine has no network, and keeps the page: a full load would lead to the browser's own error, and lose it. */
export function OfflineNote() {
  const t = useTranslations('errors')
  const isOnline = useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  )
  useEffect(() => {
    // The outside world: links stand anywhere in the shell.
    if (isOnline) return
    const tell = () => void toast.error(t('offline'))
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null || link.href === '' || link.target !== '' || !isPlainPress(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      tell()
    }
    const release = stayWith(tell)
    window.addEventListener('click', stay, { capture: true })
    return () => {
      release()
      window.removeEventListener('click', stay, { capture: true })
    }
  }, [isOnline, t])
  return (
    <div role="status">
      {!isOnline && (
        <p className={`${strip} flex items-center gap-2 bg-warning-soft text-warning`}>
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t('offlineNote')}
        </p>
      )}
    </div>
  )
}
