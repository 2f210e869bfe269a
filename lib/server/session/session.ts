import 'server-only'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { limits } from '#contracts/limits'
import { systemSetting } from '#contracts/session'
import { config } from '#lib/server/config'
import { forgetAnswersOf } from '#lib/server/http/answer-cache'
import { signedOutCookie } from '#lib/storage'
import { isEnded } from './ended-sessions'
import { cookieAttributes, hostCookieName, largestCookie, seal, unseal } from './sealed-cookie'

/** Absolute lifetime of a session in seconds; the platform's session ends idle ones earlier. */
export const sessionLifetime = 8 * 3600

/** Characters of a name or an id in the session. */
export const longestText = 200
/** Bytes of a name that there is always room for, beside the longest token. */
const leastName = 60

const text = z.string().check(z.maxLength(longestText))
const schema = z.object({
  v: z.literal(1),
  token: z.string().check(z.minLength(1), z.maxLength(limits.token)),
  userId: text,
  /** As it was typed at sign-in, which takes it again (EDGE-3); a platform may show another one (`auth/info`). */
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
      systemNameEn: z.optional(text),
      setting: z.optional(systemSetting),
    }),
  ),
  /** Start of the session, in seconds since 1970. */
  startedAt: z.number(),
  /** The super administrator's own, from which they see the console as this person. */
  parent: z.optional(
    z.object({
      token: z.string().check(z.minLength(1), z.maxLength(limits.token)),
      userId: text,
      username: text,
      startedAt: z.number(),
    }),
  ),
})
export type Session = z.infer<typeof schema>
export type SystemContext = NonNullable<Session['context']>

export class SessionTooLarge extends Error {}

export function cookieName(): string {
  return hostCookieName('access_token')
}

const remembered = new Map<string, { session: Session; until: number }>()
/** The secrets that they were opened with: one that is taken away while the console runs opens nothing any more. */
let openedWith: readonly string[] = []
const rememberedMost = 2000
const rememberedFor = 30_000

/**
 * Opens the sealed cookie. Any cookie that does not open, for whatever reason, is no session, and neither is one that was
 * signed out here.
 * @param cookie its value
 */
export async function openSession(cookie: string | undefined): Promise<Session | null> {
  const session = await unsealSession(cookie)
  return session === null || isEnded(session.token) ? null : session
}

/** Whether the cookie's session is a view that was left, whose answer has put one's own in its place, or is about to. */
export async function isLeftView(cookie: string | undefined): Promise<boolean> {
  const session = await unsealSession(cookie)
  return session?.parent !== undefined && isEnded(session.token) && !isEnded(session.parent.token)
}

/** Whose the session is that one of these cookies opens, by their id. @param cookies as the header has them */
export async function personOf(cookies: string | null | undefined): Promise<string | undefined> {
  const own = (cookies ?? '').split(/;\s*/).find((cookie) => cookie.startsWith(`${cookieName()}=`))
  return (await openSession(own?.slice(cookieName().length + 1)))?.userId
}

async function unsealSession(cookie: string | undefined): Promise<Session | null> {
  if (!cookie) return null
  const now = Date.now()
  const secrets = config().sessionSecrets
  if (secrets !== openedWith) remembered.clear()
  openedWith = secrets
  const known = remembered.get(cookie)
  if (known !== undefined && known.until > now) return known.session
  const session = await unseal(cookie, schema, sessionLifetime)
  if (session === undefined) return null
  const ends = endOf(session)
  if (ends <= now) return null
  remembered.set(cookie, { session, until: Math.min(now + rememberedFor, ends) })
  if (remembered.size > rememberedMost) forget(remembered.keys().next().value)
  return session
}

/** When a session is over whatever happens, in milliseconds since 1970. */
export function endOf({ startedAt }: Pick<Session, 'startedAt'>): number {
  return (startedAt + sessionLifetime) * 1000
}

/**
 * The session of this cookie is over, or is somewhere else from now on: nothing that was kept of it is taken again.
 * @param cookie its value
 */
export function forget(cookie: string | undefined): void {
  const known = remembered.get(cookie ?? '')
  if (cookie === undefined || known === undefined) return
  remembered.delete(cookie)
  forgetAnswersOf(known.session.token)
}

/** @throws SessionTooLarge when a text is longer than would be opened, or the platform's token leaves no room for the rest. */
export async function sessionCookie(session: Session): Promise<string> {
  if (!schema.safeParse(session).success) throw new SessionTooLarge()
  const { context } = session
  const name = cookieName()
  const isTooLarge = (sealed: string) => name.length + sealed.length + 1 > largestCookie
  let value = await seal(session, sessionLifetime)
  if (isTooLarge(value) && context) {
    value = await seal({ ...session, context: withShortNames(context) }, sessionLifetime)
  }
  if (isTooLarge(value)) throw new SessionTooLarge()
  // No Max-Age: it ends with the browser; the lifetime is inside the seal.
  return `${name}=${value}; ${cookieAttributes('HttpOnly')}`
}

function withShortNames({ systemNameEn, ...context }: SystemContext): SystemContext {
  const [orgName, systemName] = [shortened(context.orgName), shortened(context.systemName)]
  return { ...context, orgName, systemName, systemNameEn: systemNameEn && shortened(systemNameEn) }
}

function shortened(name: string): string {
  const bytes = Buffer.from(name)
  if (bytes.length <= leastName) return name
  const mark = '…'
  // A letter that is cut in two is none.
  const kept = bytes.subarray(0, leastName - Buffer.byteLength(mark)).toString()
  return kept.replace(/\uFFFD$/, '') + mark
}

/** The cookies of a browser whose session is over, as a header's lines. */
export function signedOutCookies(): string[] {
  return [clearedSessionCookie(), ...contextCookies(undefined)]
}

/** For the login page, which tells the other tabs: by its address alone it cannot know of a logout. */
export function toldSignedOut(): string {
  return `${signedOutCookie}=1; ${cookieAttributes()}; Max-Age=60`
}

export function clearedSessionCookie(): string {
  return `${cookieName()}=; ${cookieAttributes('HttpOnly')}; Max-Age=0`
}

const contextCookieNames = ['systemId', 'orgId', 'orgCode'] as const

/** The cookies of specification section 9: hints for the page and its sub-applications; no server believes them. */
export function contextCookies(context: SystemContext | undefined): string[] {
  return contextCookieNames.map((name) =>
    context === undefined
      ? `${name}=; ${cookieAttributes()}; Max-Age=0`
      : `${name}=${encodeURIComponent(context[name])}; ${cookieAttributes()}`,
  )
}

/**
 * Pages cannot delete cookies, so they redirect with this mark of the very session that ended, and the guard deletes it.
 * Nobody else can make the mark, so that a link cannot sign people out; a platform may give the next session the same token.
 */
export function logoutNonce(session: Session): string {
  return createHash('sha256')
    .update(`ending:${session.startedAt}:${session.token}`)
    .digest('base64url')
    .slice(0, 22)
}
