'use client'

import { Download } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useCallFault } from '#components/form/use-call-fault'
import { MenuButton } from '#components/ui/menu-button'
import { toast } from '#components/ui/toast'
import type { AskedFile } from '#lib/export-file'
import { asLocale } from '#lib/i18n/locale'
import { load } from '#lib/load'

interface Props extends Pick<AskedFile, 'list' | 'search'> {
  title: string
  /** How many rows there are, where that is known. */
  countOf: () => number | undefined
}

/** All that the search finds, as a file (EDGE-12). */
export function ExportButton({ title, countOf, ...asked }: Props) {
  const t = useTranslations('common.export')
  const locale = asLocale(useLocale())
  const failed = useCallFault()
  const begin = async (format: AskedFile['format']) => {
    try {
      const { runExport } = await load(() => import('./run-export'))
      await runExport({ ...asked, format, title, count: countOf(), locale, failed })
    } catch (error) {
      toast.error(failed(error))
    }
  }
  return (
    <MenuButton
      label={t('button')}
      className="flex h-8 items-center gap-1.5 rounded-md px-3 font-medium text-md text-soft transition-colors hover:bg-hover hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink max-mobile:px-2"
      items={[
        { key: 'csv', text: t('csv'), onPick: () => begin('csv') },
        { key: 'xlsx', text: t('xlsx'), onPick: () => begin('xlsx') },
      ]}
    >
      <Download aria-hidden className="size-4" />
      <span className="max-mobile:sr-only">{t('button')}</span>
    </MenuButton>
  )
}
