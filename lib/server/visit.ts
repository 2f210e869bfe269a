import 'server-only'
import { cookies, headers } from 'next/headers'
import { forbidden, notFound, redirect } from 'next/navigation'
import { getLocale } from 'next-intl/server'
import { cache } from 'react'
import type { Call, DataOf, Endpoint } from '#contracts/endpoint'
import { type Grant, grantOf, permits } from '#contracts/permission'
import { currentUser, type MenuNode, type SignedInUser } from '#contracts/session'
import { buttonCodes, type ConsolePage, isConsolePath } from '#lib/console-pages'
import { appAt } from '#lib/micro-views'
import { readMenu } from './menu-reader'
import { type MicroApp, ownApps, readMicroApps } from './micro-apps'
import { type Answer, type Failure, platform } from './platform'
import { cookieName, endingMark, openSession, type Session } from './session'
import type { Caller } from './upstream-headers'

/**
 * Who is here and what they may do: the authority behind the guard. Every page of the console asks it, so that nothing
 * depends on the middleware having run.
 */
export interface ConsoleVisit {
  session: Session
  user: SignedInUser
  /** The person's permission tree; a super administrator has none and needs none. */
  menu: readonly MenuNode[]
  /** The registered systems whose pages the person may open. */
  apps: readonly MicroApp[]
  grant: Grant
}

/** The session of this request; without one the person is sent to sign in. Once a render. */
export const requireSession = cache(async (): Promise<Session> => {
  const session = await openSession((await cookies()).get(cookieName())?.value)
  return session ?? redirect('/login')
})

/** The console as this person sees it, or why the platform cannot tell. Once a render. */
export const visitConsole = cache(async (): Promise<ConsoleVisit | Failure> => {
  const session = await requireSession()
  if (!session.superIdentification && session.context === undefined) return withoutSystem(session)
  const caller = await callerOf(session)
  const [user, menu, apps] = await Promise.all([
    platform(currentUser, {}, caller),
    readMenu(caller),
    readMicroApps(caller),
  ])
  if (!user.ok) return whenNot(user.failure, session, 'user')
  // Made one, or no longer one, since the sign-in: the session says otherwise, and begins anew.
  if (user.data.superIdentification !== session.superIdentification) endSession(session, 'verification')
  if (!menu.ok) return whenNot(menu.failure, session, 'menu')
  if (!apps.ok) return whenNot(apps.failure, session, 'menu')
  return {
    session,
    user: user.data,
    menu: menu.data,
    apps: ownApps(apps.data, menu.data, session.superIdentification),
    grant: grantOf(session.superIdentification, buttonCodes(menu.data)),
  }
})

/** The chooser comes before the pages; a path that is none stays none, chosen or not (GUARD-7, GUARD-11). */
async function withoutSystem(session: Session): Promise<never> {
  const pathname = (await headers()).get('x-pathname')
  if (pathname === null || isConsolePath(pathname)) redirect('/selectSystem')
  const apps = await readMicroApps(await callerOf(session))
  if (apps.ok && appAt(pathname, apps.data) !== undefined) redirect('/selectSystem')
  notFound()
}

/** The signed-in person, for pages outside the shell. */
export const requireUser = cache(async (): Promise<SignedInUser | Failure> => {
  const session = await requireSession()
  const user = await read(currentUser, {})
  return user.ok ? user.data : whenNot(user.failure, session, 'user')
})

/**
 * Refusals end the session (user info) or the stay in the system (menu), as specification section 8 says; a platform
 * that cannot be reached ends neither.
 */
function whenNot(failure: Failure, session: Session, what: 'user' | 'menu'): Failure {
  if (failure.kind === 'ended') endSession(session, 'ended')
  if (failure.kind !== 'refused') return failure
  if (what === 'user') endSession(session, 'verification')
  if (session.superIdentification) return failure
  return redirect(`/selectSystem?left=${endingMark(session)}`)
}

function endSession(session: Session, reason: 'ended' | 'verification'): never {
  redirect(`/login?reason=${reason}&ended=${endingMark(session)}`)
}

/** Opens a page of the console, or answers 403; nothing when the platform cannot tell (the layout then says so). */
export async function requirePage(page: ConsolePage): Promise<ConsoleVisit | undefined> {
  const visit = await visitConsole()
  if ('kind' in visit) return undefined
  if (!permits(visit.grant, page.permissions)) forbidden()
  return visit
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
  if (!answer.ok && answer.failure.kind === 'ended') endSession(session, 'ended')
  return answer
}

/** What the platform is told of this request. */
async function callerOf(session: Session): Promise<Caller> {
  return { session, locale: await getLocale(), headers: await headers() }
}

/** Which of these calls the person may make, by name: what a page hands to its list. */
export function mayCall<Name extends string>(
  visit: ConsoleVisit,
  calls: Record<Name, Pick<Endpoint, 'permissions'>>,
): Record<Name, boolean> {
  const entries = Object.entries<Pick<Endpoint, 'permissions'>>(calls)
  const may = entries.map(([name, call]) => [name, permits(visit.grant, call.permissions)])
  return Object.fromEntries(may) as Record<Name, boolean>
}
