import 'server-only'
import type { Metadata } from 'next'
import { getLocale } from 'next-intl/server'
import { type ResourceKey, resources } from '#contracts/registry'

/** The `generateMetadata` of a resource's page: its title in the person's language (GUARD-8). */
export function pageTitle(key: ResourceKey): () => Promise<Metadata> {
  return async () => ({ title: resources[key].name[await getLocale()] })
}
