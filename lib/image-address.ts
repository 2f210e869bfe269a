import { basePath } from './request'

const base = 'http://console.invalid'

/**
 * The address at which a stored picture shows, from the path that the platform keeps (`/sys/image/{id}`). Nothing for
 * what is elsewhere: no page loads anything from outside (content policy), and what leaves `/api` is no picture.
 */
export function imageAddress(stored: string | null | undefined): string | undefined {
  if (!stored?.startsWith('/') || stored.startsWith('//')) return undefined
  const address = `/api${stored}`
  if (!URL.canParse(address, base) || !new URL(address, base).pathname.startsWith('/api/')) return undefined
  return basePath + address
}
