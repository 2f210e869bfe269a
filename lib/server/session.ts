import 'server-only'
import { createHash } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'
import * as z from 'zod/mini'
import { systemSetting } from '#contracts/session'
import { config } from './config'

/** Absolute lifetime of a session in seconds; the platform's session ends idle ones earlier. */
export const sessionLifetime = 8 * 3600
/** Browsers drop a cookie whose name and value are longer. */
const largestCookie = 4096

/** Characters of a name or an id in the session. */
export const longestText = 200

const text = z.string().check(z.maxLength(longestText))
const schema = z.object({
  v: z.literal(1),
  token: z.string().check(z.minLength(1), z.maxLength(2600)),
  userId: text,
  username: text,
  superIdentification: z.boolean(),
  /** The organization and system that the person works in; a super administrator has none. */
  context: z.optional(
    z.object({
      orgId: text,
      orgCode: text,
      orgName: text,
      systemId: text,
      systemCode: text,
      systemName: text,
      setting: z.optional(systemSetting),
    }),
  ),
  /** Start of the session, in seconds since 1970. */
  startedAt: z.number(),
})
export type Session = z.infer<typeof schema>
export type SystemContext = NonNullable<Session['context']>

export class SessionTooLarge extends Error {}

/** With https the prefix makes browsers refuse the cookie from anywhere but this very host. */
export function cookieName(): string {
  return config().secure ? '__Host-access_token' : 'access_token'
}

/** The id that a seal names its secret by: it depends on the secret alone, so that the order may change. */
export function secretId(secret: string): number {
  return createHash('sha256').update(secret).digest().readUInt32BE(0)
}

const remembered = new Map<string, { session: Session; until: number }>()
const rememberedMost = 2000
const rememberedFor = 30_000

/**
 * Opens the sealed cookie. Any cookie that does not open, for whatever reason, is no session.
 * @param seal the cookie's value
 */
export async function openSession(seal: string | undefined): Promise<Session | null> {
  if (!seal || seal.length > largestCookie) return null
  const now = Date.now()
  const known = remembered.get(seal)
  if (known !== undefined && known.until > now) return known.session
  const session = await unseal(seal)
  if (session === null) return null
  const ends = (session.startedAt + sessionLifetime) * 1000
  if (ends <= now) return null
  remembered.set(seal, { session, until: Math.min(now + rememberedFor, ends) })
  if (remembered.size > rememberedMost) forget(remembered.keys().next().value)
  return session
}

async function unseal(seal: string): Promise<Session | null> {
  const passwords = Object.fromEntries(config().sessionSecrets.map((secret) => [secretId(secret), secret]))
  try {
    const opened = schema.safeParse(await unsealData(seal, { password: passwords, ttl: sessionLifetime }))
    return opened.success ? opened.data : null
  } catch {
    // Malformed seals make the library throw; they are no session, like any other that does not open.
    return null
  }
}

export function forget(seal: string | undefined): void {
  if (seal !== undefined) remembered.delete(seal)
}

/** @throws SessionTooLarge when the platform's token leaves no room for the rest. */
export async function sessionCookie(session: Session): Promise<string> {
  const secret = config().sessionSecrets[0] ?? ''
  const seal = await sealData(session, { password: { [secretId(secret)]: secret }, ttl: sessionLifetime })
  const name = cookieName()
  if (name.length + seal.length + 1 > largestCookie) throw new SessionTooLarge()
  return `${name}=${seal}; ${attributes('HttpOnly')}`
}

/** No Max-Age: it ends with the browser; the lifetime is inside the seal. */
function attributes(...more: string[]): string {
  return ['Path=/', ...more, 'SameSite=Lax', ...(config().secure ? ['Secure'] : [])].join('; ')
}

export function clearedSessionCookie(): string {
  return `${cookieName()}=; ${attributes('HttpOnly')}; Max-Age=0`
}

const contextCookieNames = ['systemId', 'orgId', 'orgCode'] as const

/** The cookies of specification section 9: hints for the page and its sub-applications; no server believes them. */
export function contextCookies(context: SystemContext | undefined): string[] {
  return contextCookieNames.map((name) =>
    context === undefined
      ? `${name}=; ${attributes()}; Max-Age=0`
      : `${name}=${encodeURIComponent(context[name])}; ${attributes()}`,
  )
}

/**
 * Pages cannot delete cookies, so they redirect with this mark of the very session that ended, and the guard deletes it.
 * Nobody else can make the mark, so that a link cannot sign people out.
 */
export function endingMark(session: Session): string {
  return createHash('sha256').update(`ending:${session.token}`).digest('base64url').slice(0, 22)
}
