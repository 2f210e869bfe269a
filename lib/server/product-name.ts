import 'server-only'
import { getTranslations } from 'next-intl/server'
import { config } from '#lib/server/config'

/** What the operator calls the product, or its own name. */
export async function productName(): Promise<string> {
  return config().productName ?? (await getTranslations('common'))('productName')
}
