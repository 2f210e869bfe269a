import 'server-only'
import { getTranslations } from 'next-intl/server'
import type { OperationRow } from '#contracts/log'
import type { Locale } from '#lib/i18n/locale'
import { valueText } from '#lib/value-text'
import { keyed } from './keyed'

/** What an entry of the operation log changed, in one cell: `Name: old → new; …`. */
export async function changesText(locale: Locale): Promise<(changes: OperationRow['changes']) => string> {
  const [t, common] = await Promise.all([
    getTranslations({ locale, namespace: 'operation' }),
    getTranslations({ locale, namespace: 'common' }),
  ])
  const field = keyed(t, 'fields')
  const text = valueText(common, ', ')
  return (changes) =>
    (changes ?? [])
      .map(
        (change) =>
          `${field(change.field)}: ${common('fromTo', { was: text(change.before), now: text(change.after) })}`,
      )
      .join('; ')
}
