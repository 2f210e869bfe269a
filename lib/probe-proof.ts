import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The header that shows a console that its operator's doctor is asking. */
export const proofHeader = 'x-doctor'
/** Milliseconds, in both directions. */
const proofLifetime = 60_000

/**
 * `time.nonce.mac`: whoever holds the secret of the sessions is the operator. The secret itself never travels.
 * @param secret a session secret of the console
 * @param now milliseconds since 1970, by the console's clock
 */
export function makeProof(secret: string, now: number): string {
  const words = `${now}.${randomBytes(16).toString('base64url')}`
  return `${words}.${macOf(secret, words)}`
}

/** @param secrets the console's session secrets, any of which may have made the proof */
export function isProof(given: string, secrets: readonly string[], now: number): boolean {
  const [, words = '', time = '', mac = ''] = /^((\d{1,15})\.[\w-]{22})\.([\w-]{43})$/.exec(given) ?? []
  if (words === '' || Math.abs(now - Number(time)) > proofLifetime) return false
  return secrets.some((secret) => timingSafeEqual(Buffer.from(macOf(secret, words)), Buffer.from(mac)))
}

function macOf(secret: string, words: string): string {
  return createHmac('sha256', secret).update(`doctor:${words}`).digest('base64url')
}
