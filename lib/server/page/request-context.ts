import 'server-only'
import { cookies, headers } from 'next/headers'
import { forbidden, notFound, redirect } from 'next/navigation'
import { getLocale } from 'next-intl/server'
import { cache } from 'react'
import type { Call, DataOf, Endpoint } from '#contracts/endpoint'
import { type Grant, permits } from '#contracts/permission'
import { currentUser, type MenuNode, type SignedInUser } from '#contracts/session'
import { type ConsolePage, isConsolePath } from '#lib/console-pages'
import { appAt, isStandalonePage } from '#lib/micro-views'
import { failed, succeeded } from '#lib/result'
import { safePath } from '#lib/safe-path'
import { config } from '#lib/server/config'
import { type Answer, type Failure, isPasswordDue, isRefusal, platform } from '#lib/server/http/platform'
import type { Caller } from '#lib/server/http/upstream-headers'
import { type MicroApp, ownApps, readMicroApps } from '#lib/server/micro/micro-apps'
import { grantIn, readMenu } from '#lib/server/session/menu-reader'
import type { Session } from '#lib/server/session/session'
import { cookieName, logoutNonce, openSession } from '#lib/server/session/session'

/**
 * Who is here and what they may do: the authority behind the guard. Every page of the console asks it, so that nothing
 * depends on the middleware having run.
 */
export interface RequestContext {
  session: Session
  user: SignedInUser
  /** The person's permission tree; a super administrator has none and needs none. */
  menu: readonly MenuNode[]
  /** The registered systems whose pages are the person's to open, the disabled ones among them. */
  apps: readonly MicroApp[]
  grant: Grant
}

/** The session of this request; without one the person is sent to sign in. Once a render. */
export const requireSession = cache(async (): Promise<Session> => {
  const session = await openSession((await cookies()).get(cookieName())?.value)
  return session ?? redirect(await addressWithReturnPath('/login', {}))
})

/** The console as this person sees it, or why the platform cannot tell. Once a render. */
export const requestContext = cache(async (): Promise<Answer<RequestContext>> => {
  const session = await requireSession()
  if (!session.superIdentification && session.context === undefined) return withoutSystem(session)
  const caller = await callerOf(session)
  const [user, menu, apps] = await Promise.all([
    platform(currentUser, {}, caller),
    readMenu(caller),
    readMicroApps(caller),
  ])
  if (!user.ok) return leaveWhenRefused(user.failure, session, 'user')
  if (user.data.mustChangePassword) await leaveForPassword()
  // Made one, or no longer one, since the sign-in: the session says otherwise, and begins anew.
  if (user.data.superIdentification !== session.superIdentification) await endSession(session, 'verification')
  if (!menu.ok) return leaveWhenRefused(menu.failure, session, 'menu')
  if (!apps.ok) return leaveWhenRefused(apps.failure, session, 'menu')
  return succeeded({
    session,
    user: user.data,
    menu: menu.data,
    apps: ownApps(apps.data, menu.data, session.superIdentification),
    grant: grantIn(menu.data, session),
  })
})

/** This page, as `from` names it, and what else is told there. */
async function addressWithReturnPath(
  to: '/login' | '/selectSystem' | '/newPassword',
  more: Record<string, string>,
): Promise<string> {
  const asked = await headers()
  const from = safePath(`${asked.get('x-pathname') ?? ''}${asked.get('x-search') ?? ''}`)
  const query = new URLSearchParams({ ...more, ...(from !== undefined && { from }) })
  return query.size === 0 ? to : `${to}?${query}`
}

/** The chooser comes before the pages; a path that is none stays none, chosen or not (GUARD-7, GUARD-11). */
async function withoutSystem(session: Session): Promise<Answer<never>> {
  const pathname = (await headers()).get('x-pathname')
  await leaveForStandalonePage(pathname ?? '')
  const chooser = await addressWithReturnPath('/selectSystem', {})
  if (pathname === null || isConsolePath(pathname)) redirect(chooser)
  const apps = await readMicroApps(await callerOf(session))
  await leaveWhenOver(apps, session)
  if (!apps.ok && !isRefusal(apps.failure)) return apps
  // Whose page it is may be told within a system only.
  if (!apps.ok || appAt(pathname, apps.data) !== undefined) redirect(chooser)
  notFound()
}

/**
 * A standalone page is a page of its system's own, outside: the browser goes there whole, whoever is signed in and wherever
 * they work (GUARD-9). Anything else stays.
 */
export async function leaveForStandalonePage(pathname: string): Promise<void> {
  if (!isStandalonePage(pathname)) return
  const session = await requireSession()
  const apps = await readMicroApps(await callerOf(session), { standalone: true })
  await leaveWhenOver(apps, session)
  const app = apps.ok ? appAt(pathname, apps.data) : undefined
  if (!app?.enabled || app.origin === undefined) return
  const origin = config().standaloneOrigin ?? app.origin
  redirect(new URL(pathname + ((await headers()).get('x-search') ?? ''), origin).href)
}

/** The signed-in person, for pages outside the shell. */
export const requireUser = cache(async (): Promise<Answer<SignedInUser>> => {
  const user = await signedInUser()
  if (user.ok ? user.data.mustChangePassword : isPasswordDue(user.failure)) await leaveForPassword()
  return user
})

/** The same where they have to change their password first, for the page on which they do. */
export async function signedInUser(): Promise<Answer<SignedInUser>> {
  const session = await requireSession()
  const user = await platform(currentUser, {}, await callerOf(session))
  if (user.ok || isPasswordDue(user.failure)) return user
  return leaveWhenRefused(user.failure, session, 'user')
}

/** To the page that changes the password, and afterwards back here. */
async function leaveForPassword(): Promise<never> {
  redirect(await addressWithReturnPath('/newPassword', {}))
}

/**
 * Refusals end the session (user info) or the stay in the system (menu), as specification section 8 says; a platform
 * that cannot be reached ends neither.
 */
async function leaveWhenRefused(
  failure: Failure,
  session: Session,
  what: 'user' | 'menu',
): Promise<Answer<never>> {
  await leaveWhenOver(failed(failure), session)
  if (!isRefusal(failure)) return failed(failure)
  if (what === 'user') await endSession(session, 'verification')
  if (session.superIdentification) return failed(failure)
  return redirect(`/selectSystem?left=${logoutNonce(session)}`)
}

/** Leaves where the platform says to any call that the session is over, or waits for another password. */
async function leaveWhenOver(answer: Answer<unknown>, session: Session): Promise<void> {
  if (answer.ok) return
  if (answer.failure.kind === 'ended') await endSession(session, 'ended')
  if (isPasswordDue(answer.failure)) await leaveForPassword()
}

async function endSession(session: Session, reason: 'ended' | 'verification'): Promise<never> {
  redirect(await addressWithReturnPath('/login', { reason, ended: logoutNonce(session) }))
}

/** Opens a page of the console, or answers 403; nothing when the platform cannot tell (the layout then says so). */
export async function requirePage(page: ConsolePage): Promise<RequestContext | undefined> {
  const context = await requestContext()
  if (!context.ok) return undefined
  if (!permits(context.data.grant, page.permissions)) forbidden()
  return context.data
}

/** Reads from the platform with this request's session; an ended session ends here. */
export async function read<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<Answer<DataOf<E>>> {
  return readAs(await requireSession(), endpoint, call)
}

/** The same outside any system, for the chooser: the one that the session is in may be closed by now. */
export async function readOutside<E extends Endpoint>(
  endpoint: E,
  call: Call<E>,
): Promise<Answer<DataOf<E>>> {
  return readAs({ ...(await requireSession()), context: undefined }, endpoint, call)
}

async function readAs<E extends Endpoint>(
  session: Session,
  endpoint: E,
  call: Call<E>,
): Promise<Answer<DataOf<E>>> {
  const answer = await platform(endpoint, call, await callerOf(session))
  await leaveWhenOver(answer, session)
  return answer
}

/** What the platform is told of this request. */
async function callerOf(session: Session): Promise<Caller> {
  return { session, locale: await getLocale(), headers: await headers() }
}

/** Which of these calls the person may make, by name: what a page hands to its list. */
export function mayCall<Name extends string>(
  context: RequestContext,
  calls: Record<Name, Pick<Endpoint, 'permissions'>>,
): Record<Name, boolean> {
  const entries = Object.entries<Pick<Endpoint, 'permissions'>>(calls)
  const may = entries.map(([name, call]) => [name, permits(context.grant, call.permissions)])
  return Object.fromEntries(may) as Record<Name, boolean>
}
