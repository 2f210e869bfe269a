'use client'

import { Keyboard } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { later } from '#components/form/later'
import { useSingleKeys } from './use-single-keys'

const KeysDialog = later(() => import('./keys-dialog').then((module) => module.KeysDialog))

/** The way to the list of keys, by `?` or by pointer: whoever has switched them off finds them again. */
export function KeysHelp() {
  const t = useTranslations('common')
  const [open, setOpen] = useState(false)
  useSingleKeys({ '?': () => setOpen(true) })
  return (
    <>
      <button
        type="button"
        aria-label={t('keys')}
        title={t('keys')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="grid size-7 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink max-narrow:hidden"
      >
        <Keyboard aria-hidden className="size-4" />
      </button>
      {open && <KeysDialog onClose={() => setOpen(false)} />}
    </>
  )
}
