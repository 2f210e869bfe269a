import { basePath, CallError, readEnvelope, send } from './request'
import { safePath } from './safe-path'
import { clearBrowserState, tellOtherTabs } from './storage'
import { forgetUnsaved, hasUnsaved } from './unsaved'
import { isViewing } from './viewing'

/** Forms that hold what somebody has typed: their page is not left for an ended session, nor reloaded by other tabs. */
let held = 0

/** Gives the release. */
export function holdPage(): () => void {
  held += 1
  return () => {
    held -= 1
  }
}

/** A sub-application's page with work in it holds the page as a form does. */
export function isHeld(): boolean {
  return held > 0 || hasUnsaved('window')
}

export const sessionOver = 'atrium:session-over'
/** The person has to change the password that they were given before any call is answered. */
export const passwordIsDue = 'atrium:password-is-due'
/** Calls work again, as they did when the page was opened. */
export const sessionBack = 'atrium:session-back'

/** The person is logging out, or leaving a view: calls that are answered meanwhile find the session over, and lead nowhere else. */
let leaving = false

/** Gives what ends it where it failed. */
export function beginLeaving(): () => void {
  leaving = true
  return () => {
    leaving = false
  }
}

/** Whether a session that ends is renewed in place; what is seen as somebody else holds nothing that could be saved. */
export function isAskedInPlace(): boolean {
  return !leaving && isHeld() && !isViewing()
}

/** The session ended by itself: a page with a form in it asks to sign in again in place (EDGE-3), any other is left. */
export function sessionEnded(): void {
  if (leaving) return
  if (isAskedInPlace()) window.dispatchEvent(new Event(sessionOver))
  else leaveSession('ended')
}

/** A page with a form in it asks in place, any other is left for the page that asks (DAY-3). */
export function passwordDue(): void {
  if (leaving) return
  if (isHeld()) window.dispatchEvent(new Event(passwordIsDue))
  else leaveForPassword()
}

/** Leaves for the page that changes the password, which leads back here. */
export function leaveForPassword(): void {
  forgetUnsaved()
  const query = new URLSearchParams({ from: here() ?? '' })
  window.location.assign(`${basePath}/newPassword?${query}`)
}

function here(): string | undefined {
  const { pathname, search, hash } = window.location
  return safePath(pathname.slice(basePath.length) + search + hash)
}

/**
 * Leaves for the login page by a full load, so that nothing of the session stays in memory.
 * @param reason `ended`: by itself, and signing in leads back here (GUARD-2); `pending`: the person logged out, but the
 * platform has not heard of it. A view that ended by itself leads back to oneself, at the same address.
 */
export function leaveSession(reason?: 'ended' | 'pending'): void {
  forgetUnsaved()
  if (reason === 'ended' && isViewing()) {
    // Where one is now, only the server knows.
    tellOtherTabs('enteredAt', '')
    window.location.reload()
    return
  }
  const query = new URLSearchParams()
  if (reason !== undefined) query.set('reason', reason)
  const from = reason === 'ended' ? here() : undefined
  if (from !== undefined) query.set('from', from)
  clearBrowserState()
  tellOtherTabs(reason === 'ended' ? 'endedAt' : 'signedOutAt')
  window.location.assign(`${basePath}/login${query.size === 0 ? '' : `?${query}`}`)
}

/**
 * Logs out (specification section 4). The cookies go even when the platform cannot be told.
 * @throws CallError when the console itself did not do it
 */
export async function logOut(): Promise<void> {
  const stay = beginLeaving()
  try {
    const response = await send('/session/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const { code, msg, data } = await readEnvelope(response)
    if (code !== 0) throw new CallError('refused', code, msg)
    const isPending = (data as { pendingUntil?: unknown } | null)?.pendingUntil != null
    leaveSession(isPending ? 'pending' : undefined)
  } catch (error) {
    stay()
    throw error
  }
}
