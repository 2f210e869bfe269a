import 'server-only'
import { getTranslations } from 'next-intl/server'
import { pagesWith, type ResourceKey, resources } from '#contracts/registry'
import type { Resource } from '#contracts/resource'
import { addName } from '#lib/add-address'
import { pageOf } from '#lib/console-pages'
import type { Item, RecordPages } from '#lib/palette'
import { mayCall, type RequestContext } from './request-context'

/** What the platform's search finds. */
const sought = ['account', 'role', 'organization'] as const

/** What the palette offers this person besides the pages of their menu. */
export async function paletteOf(context: RequestContext): Promise<{ actions: Item[]; records: RecordPages }> {
  const may = (key: ResourceKey, call: string) => {
    const { page, endpoints } = resources[key] as Resource
    const calls = mayCall(context, endpoints)
    return calls[page?.firstCall ?? 'list'] === true && calls[call] === true
  }
  const actions = pagesWith('add')
    .filter((key) => may(key, 'add'))
    .map(async (key): Promise<Item> => {
      const t = await getTranslations(key)
      return {
        id: `action add ${key}`,
        kind: 'action',
        title: t('addTitle'),
        href: `${pageOf(key).path}?${addName}`,
      }
    })
  const records = sought.filter((key) => may(key, 'list')).map((key) => [key, pageOf(key).path])
  return { actions: await Promise.all(actions), records: Object.fromEntries(records) }
}
