import { basePath, CallError, readEnvelope, send } from './request'
import { safePath } from './safe-path'
import { clearBrowserState, tellOtherTabs } from './storage'
import { forgetUnsaved } from './unsaved'

/** Forms that hold what somebody has typed: their page is not left for an ended session, nor reloaded by other tabs. */
let held = 0

/** Gives the release. */
export function holdPage(): () => void {
  held += 1
  return () => {
    held -= 1
  }
}

export function isHeld(): boolean {
  return held > 0
}

export const sessionOver = 'atrium:session-over'
/** Calls work again, as they did when the page was opened. */
export const sessionBack = 'atrium:session-back'

/** The person is logging out: calls that are answered meanwhile find the session over, and lead nowhere else. */
let leaving = false

/** The session ended by itself: a page with a form in it asks to sign in again in place (EDGE-3), any other is left. */
export function sessionEnded(): void {
  if (leaving) return
  if (isHeld()) window.dispatchEvent(new Event(sessionOver))
  else leaveSession('ended')
}

/**
 * Leaves for the login page by a full load, so that nothing of the session stays in memory.
 * @param reason `ended`: by itself, and signing in leads back here (GUARD-2); `pending`: the person logged out, but the
 * platform has not heard of it
 */
export function leaveSession(reason?: 'ended' | 'pending'): void {
  forgetUnsaved()
  const query = new URLSearchParams()
  if (reason !== undefined) query.set('reason', reason)
  const { pathname, search, hash } = window.location
  const from = reason === 'ended' ? safePath(pathname.slice(basePath.length) + search + hash) : undefined
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
  leaving = true
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
    leaving = false
    throw error
  }
}
