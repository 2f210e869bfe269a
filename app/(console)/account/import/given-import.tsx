'use client'

import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { ReadFault } from '#components/form/read-fault'
import { useLoaded } from '#components/form/use-loaded'
import { Button } from '#components/ui/button'
import { DialogBody } from '#components/ui/dialog-body'
import { DialogFoot } from '#components/ui/dialog-foot'
import { imported } from '#contracts/account-import'
import { api } from '#lib/api'
import { KeptAccounts } from './import-outcome'
import { useGoesOn } from './latest-import'

interface Props {
  importId: string
  onUndo: (importId: string) => void
  onClose: () => void
}

/** An import that was asked for by its id, however long ago it was: what of it can be taken back. */
export function GivenImport({ importId, onUndo, onClose }: Props) {
  const t = useTranslations('accountImport')
  const common = useTranslations('common')
  // What goes on would add more meanwhile.
  const goesOn = useGoesOn()
  const loaded = useLoaded(useCallback(() => api(imported, { query: { importId } }), [importId]))
  const made = loaded.state === 'ready' ? loaded.value : []
  const unused = made.filter(({ used }) => !used).length
  return (
    <>
      <DialogBody className="text-md">
        {loaded.state === 'failed' && <ReadFault loaded={loaded} />}
        <p role="status" className="empty:hidden">
          {goesOn ? t('goesOn') : loaded.state === 'ready' && t('given', { count: unused })}
        </p>
        <KeptAccounts kept={made.filter(({ used }) => used).map(({ account }) => account)} />
      </DialogBody>
      <DialogFoot>
        <Button data-first onClick={onClose}>
          {common('close')}
        </Button>
        {unused > 0 && !goesOn && <Button onClick={() => onUndo(importId)}>{t('undo')}</Button>}
      </DialogFoot>
    </>
  )
}
