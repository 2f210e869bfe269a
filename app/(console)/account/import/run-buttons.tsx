'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button'
import { DialogFoot } from '#components/ui/dialog-foot'
import type { BulkRun, BulkState } from '#lib/bulk-run'
import type { RunProps } from './use-import-run'

interface Props extends RunProps {
  run: BulkRun
  state: BulkState
  /** Before and after the one that tries again. */
  first?: ReactNode
  last?: ReactNode
}

/** What can be done while it goes on, and when it is over. */
export function RunButtons({ run, state, first, last, onClose, onChanged, leaving }: Props) {
  const t = useTranslations('accountImport')
  const common = useTranslations('common')
  const again = state.failed.length + state.left.length
  return (
    <DialogFoot key={state.phase}>
      {state.phase === 'ended' ? (
        <>
          {first}
          {again > 0 && (
            <Button onClick={() => run.retry().finally(onChanged)}>{t('retry', { count: again })}</Button>
          )}
          {last}
          <Button data-first onClick={() => leaving.current() && onClose()}>
            {common('close')}
          </Button>
        </>
      ) : (
        <Button data-first onClick={() => run.stop()}>
          {t('stop')}
        </Button>
      )}
    </DialogFoot>
  )
}
