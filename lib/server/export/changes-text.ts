import 'server-only'
import { getTranslations } from 'next-intl/server'
import type { OperationRow } from '#contracts/log'
import type { Locale } from '#lib/i18n/locale'
import { valueText } from '#lib/value-text'
import { keyed } from './keyed'

/** What an entry of the operation log changed, in one cell: `Name: old → new; …`. */
export async function changesText(locale: Locale): Promise<(row: OperationRow) => string> {
  const [t, all] = await Promise.all([
    getTranslations({ locale, namespace: 'operation' }),
    getTranslations({ locale }),
  ])
  const label = keyed(t, 'fields')
  const text = valueText(all, locale, ', ')
  return ({ menuName: module, changes }) =>
    (changes ?? [])
      .map(({ field, before, after }) => {
        const of = { field, module }
        return `${label(field)}: ${all('common.fromTo', { was: text(before, of), now: text(after, of) })}`
      })
      .join('; ')
}
