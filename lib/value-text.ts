import type { useTranslations } from 'next-intl'

type Texts = ReturnType<typeof useTranslations<'common'>>

/**
 * The text of a logged or compared value: names for references, `--` for none.
 *
 * @param between what stands between the items of a list
 * @param indent of what has no text of its own
 */
export function valueText(t: Texts, between: string, indent = 0): (value: unknown) => string {
  const text = (value: unknown): string => {
    if (value === undefined || value === null || value === '') return t('empty')
    if (typeof value === 'boolean') return t(value ? 'enabled' : 'disabled')
    if (Array.isArray(value)) return value.map(text).join(between) || t('empty')
    return typeof value === 'object' ? objectText(value) : String(value)
  }
  /** A reference, or the count of a long list with the names that went or came. */
  const objectText = (value: object): string => {
    if ('name' in value && typeof value.name === 'string') return value.name
    if ('orgName' in value && typeof value.orgName === 'string') return value.orgName
    if (!('count' in value) || typeof value.count !== 'number') return JSON.stringify(value, null, indent)
    const names = 'names' in value && Array.isArray(value.names) ? value.names.map(text) : []
    return [t('counted', { count: value.count }), ...names].join(between)
  }
  return text
}
