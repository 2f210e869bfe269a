'use client'

import { ArchiveRestore } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { later } from '#components/form/later'
import { Button } from '#components/ui/button'
import type { Bin } from './bin'

const RecycleBin = later(() => import('./recycle-bin').then((module) => module.RecycleBin))

/** Opens the recycle bin of a list; `reload` reads the list again. */
export function BinButton(props: { bin: Bin; reload: () => void }) {
  const t = useTranslations('common')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" size="icon" aria-label={t('bin')} title={t('bin')} onClick={() => setOpen(true)}>
        <ArchiveRestore aria-hidden className="size-4" />
      </Button>
      {open && <RecycleBin {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The bin, as soon as it is known that the platform has one: it is asked once, where no list says so. @param bin the same at every render */
export function useAskedBin(bin: Bin | undefined): Bin | undefined {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    bin?.deleted().then(
      () => setThere(true),
      () => {},
    )
  }, [bin])
  return isThere ? bin : undefined
}
