import { createTranslator } from 'next-intl'
import { toast } from '#components/ui/toast'
import { type AskedFile, BrokenOff, exportFile } from '#lib/export-file'
import { exportTexts } from '#lib/i18n/export-texts'
import type { Locale } from '#lib/i18n/locale'
import { load } from '#lib/load'
import { beginWork } from '#lib/long-work'
import { CallError } from '#lib/request'
import { saveFile } from '#lib/save-file'

export interface Export extends AskedFile {
  title: string
  /** How many rows there are, where that is known. */
  count: number | undefined
  locale: Locale
  failed: (error: unknown) => string
}

/** Makes the file while the person does something else, and says in the end what came of it. */
export async function runExport(asked: Export): Promise<void> {
  const { title, list, format, search, count, locale, failed } = asked
  const messages = { export: await load(() => exportTexts(locale)) }
  const t = createTranslator({ locale, messages, namespace: 'export' })
  const stopped = new AbortController()
  const work = beginWork({ title: t('work', { title }), total: count, stop: () => stopped.abort() })
  const again = { label: t('again'), onPress: () => void runExport(asked) }
  try {
    const { file, rows, more } = await exportFile({ list, format, search }, stopped.signal, work.progress)
    const name = `${title} ${fileTime()}.${format}`
    saveFile(file, name)
    work.over()
    if (more) toast.warning(t('first', { count: rows, file: name }))
    else toast.success(t('done', { count: rows, file: name }))
  } catch (error) {
    if (stopped.signal.aborted || (error instanceof CallError && error.isAsked)) return work.over()
    work.failed(error instanceof BrokenOff ? t('broken', { count: error.rows }) : failed(error), again)
  }
}

/** `2026-11-22 2030`, on the person's clock. */
function fileTime(): string {
  const now = new Date()
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString()
  return local.slice(0, 16).replace('T', ' ').replace(':', '')
}
