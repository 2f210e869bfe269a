import 'server-only'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { Messages } from '#lib/i18n/messages'

/** A page's `generateMetadata`: its title in the person's language (GUARD-8). */
export function pageTitle(key: keyof Messages['pages']): () => Promise<Metadata> {
  return async () => ({ title: (await getTranslations('pages'))(key) })
}
