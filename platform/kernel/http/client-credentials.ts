import { createHash, timingSafeEqual } from 'node:crypto'
import { codes } from '#contracts/envelope'
import { Refusal } from '#platform/kernel/refusal'
import type { Services } from './call.ts'

/** Throws a Refusal 102001 unless the header is the client's Basic credentials; the time taken tells nothing. */
export function requireClient(header: string | undefined, client: Services['client']): void {
  const expected = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (!timingSafeEqual(digest(header ?? ''), digest(expected))) {
    throw new Refusal(codes.signedOut, 'clientRefused')
  }
}
