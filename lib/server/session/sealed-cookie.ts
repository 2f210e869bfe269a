import 'server-only'
import { createHash } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'
import type * as z from 'zod/mini'
import { config } from '#lib/server/config'

/** Cookies whose value is encrypted and signed by iron-session, which calls such a value a seal. */

/** Browsers drop a cookie whose name and value are longer. */
export const largestCookie = 4096

/** The id that a seal names its secret by: it depends on the secret alone, so that the order may change. */
export function secretId(secret: string): number {
  return createHash('sha256').update(secret).digest().readUInt32BE(0)
}

/** @param lifetime seconds, inside the seal */
export function seal(value: unknown, lifetime: number): Promise<string> {
  const secret = config().sessionSecrets[0] ?? ''
  return sealData(value, { password: { [secretId(secret)]: secret }, ttl: lifetime })
}

/** What a cookie's value was made of, in the form that is asked for; any that does not open, for whatever reason, is nothing. */
export async function unseal<S extends z.ZodMiniType>(
  cookie: string | undefined,
  schema: S,
  lifetime: number,
): Promise<z.output<S> | undefined> {
  if (!cookie || cookie.length > largestCookie) return undefined
  const passwords = Object.fromEntries(config().sessionSecrets.map((secret) => [secretId(secret), secret]))
  try {
    const opened = schema.safeParse(await unsealData(cookie, { password: passwords, ttl: lifetime }))
    return opened.success ? opened.data : undefined
  } catch {
    // Malformed seals make the library throw; they are nothing, like any other that does not open.
    return undefined
  }
}

/** The cookie's whole name: with https a prefix makes browsers refuse it from anywhere but this very host. */
export function hostCookieName(name: string): string {
  return config().secure ? `__Host-${name}` : name
}

/** Without a Max-Age among `more` it ends with the browser. */
export function cookieAttributes(...more: string[]): string {
  return ['Path=/', ...more, 'SameSite=Lax', ...(config().secure ? ['Secure'] : [])].join('; ')
}
