import { createHash, timingSafeEqual } from 'node:crypto'
import { codes } from '#contracts/envelope'
import { Refusal } from '#platform/kernel/refusal'
import type { Services } from './call.ts'

/** Throws a Refusal 102001 unless the header is the client's Basic credentials. */
export function requireClient(header: string | undefined, client: Services['client']): void {
  if (!isClient(header, client)) throw new Refusal(codes.signedOut, 'clientRefused')
}

/**
 * Whether the header is the client's Basic credentials; the time taken tells nothing. Several secrets, separated by commas,
 * hold while one is changed.
 */
export function isClient(header: string | undefined, { id, secret }: Services['client']): boolean {
  const given = digest(header ?? '')
  const secrets = secret.split(',').map((one) => one.trim())
  const isRight = secrets.filter(Boolean).map((one) => {
    const expected = `Basic ${Buffer.from(`${id}:${one}`).toString('base64')}`
    return timingSafeEqual(given, digest(expected))
  })
  return isRight.includes(true)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
