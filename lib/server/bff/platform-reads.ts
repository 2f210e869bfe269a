import 'server-only'
import type { IncomingMessage } from 'node:http'
import { match } from '#contracts/registry'

/** A read of the contract, character by character; whatever looks otherwise is for Next to make sense of. */
export function isPlatformRead({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  if (method !== 'GET' || !url.startsWith('/api/')) return false
  return match(method, url.slice('/api'.length).split('?')[0] ?? '')?.endpoint !== undefined
}
