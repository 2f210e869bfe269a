'use client'

import { CloudOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button'
import { Dialog } from '#components/ui/dialog'
import { StateView } from '#components/ui/state-view'
import { useLoaded } from './use-loaded'

interface Props<Value> {
  title: string
  load: () => Promise<Value>
  onClose: () => void
  /** The dialog itself, once there is something to fill it from. */
  children: (value: Value) => ReactNode
}

/** Opens at once, shows what is loading or why it failed with a retry, and then makes room for the form. */
export function DialogLoader<Value>({ title, load, onClose, children }: Props<Value>) {
  const t = useTranslations('common')
  const loaded = useLoaded(load)
  if (loaded.state === 'ready') return children(loaded.value)
  return (
    <Dialog title={title} closeLabel={t('close')} onClose={onClose}>
      <div className="min-h-60">
        {loaded.state === 'failed' ? (
          <StateView role="alert" icon={<CloudOff aria-hidden className="size-5" />} title={loaded.message}>
            <Button onClick={loaded.retry}>{t('retry')}</Button>
          </StateView>
        ) : (
          <div role="status" aria-label={t('loading')} className="space-y-5 p-5">
            {['a', 'b', 'c', 'd'].map((key) => (
              <div key={key} className="space-y-1.5">
                <div className="h-3 w-20 animate-pulse rounded-sm bg-hover" />
                <div className="h-8 animate-pulse rounded-md bg-hover" />
              </div>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  )
}
