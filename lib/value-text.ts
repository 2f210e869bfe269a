import type { useTranslations } from 'next-intl'
import { nodeTypes, systemTypes } from '#contracts/type-codes'
import type { Locale } from './i18n/locale'
import { loggedPermission } from './node-name'

type Texts = ReturnType<typeof useTranslations<never>>

/** Where a value is from: the field, and what the operation log calls its records. */
export interface ValuePlace {
  field: string
  module?: string | null | undefined
}

/** The fields that say whether a record is enabled; all other flags say yes or no. */
export const switches: readonly string[] = ['enabled', 'enable']
/** How many there were: of numbers, only these are amounts. */
const amounts: readonly string[] = ['rows', 'rowsUntilBreak', 'sessions']
/** Types that are logged as numbers, by module. */
const types = new Map<unknown, Readonly<Record<string, number>>>([
  ['menu', nodeTypes],
  ['allocation', systemTypes],
])

/**
 * The text of a logged or compared value: names for references and types, `--` for none.
 *
 * @param t with the texts of `common`; types are named where those of their module are there, too
 * @param locale of those texts
 * @param between what stands between the items of a list
 * @param indent of what has no text of its own
 */
export function valueText(
  t: Texts,
  locale: Locale,
  between: string,
  indent = 0,
): (value: unknown, of: ValuePlace) => string {
  const text = (value: unknown, of: ValuePlace): string => {
    if (value === undefined || value === null || value === '') return t('common.empty')
    if (typeof value === 'boolean') return t(`common.${flagText(value, of.field)}`)
    if (Array.isArray(value)) return value.map((one) => text(one, of)).join(between) || t('common.empty')
    if (typeof value === 'object') return objectText(value, of)
    if (typeof value === 'number' && amounts.includes(of.field)) return t('common.amount', { count: value })
    return typeText(value, of) ?? String(value)
  }
  const typeText = (value: unknown, { field, module }: ValuePlace): string | undefined => {
    const codes = field === 'type' ? types.get(module) : undefined
    const name = Object.entries(codes ?? {}).find(([, code]) => String(code) === String(value))?.[0]
    const key = `${module}.${name}` as 'menu.menu'
    return name !== undefined && t.has(key) ? t(key) : undefined
  }
  /** A reference, or the count of a long list with the names that went or came. */
  const objectText = (value: object, of: ValuePlace): string => {
    if ('name' in value && typeof value.name === 'string') return value.name
    if ('orgName' in value && typeof value.orgName === 'string') return value.orgName
    if (!('count' in value) || typeof value.count !== 'number') return JSON.stringify(value, null, indent)
    const names =
      'names' in value && Array.isArray(value.names) ? value.names.map((one) => text(one, of)) : []
    const told = of.field === 'resourceIdList' ? names.map((name) => loggedPermission(name, locale)) : names
    return [t('common.counted', { count: value.count }), ...told].join(between)
  }
  return text
}

function flagText(value: boolean, field: string): 'enabled' | 'disabled' | 'yes' | 'no' {
  if (switches.includes(field)) return value ? 'enabled' : 'disabled'
  return value ? 'yes' : 'no'
}
