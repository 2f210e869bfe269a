import { basePath, send } from './request'
import { clearBrowserState, tellOtherTabs } from './storage'

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

/** The session ended by itself: a page with a form in it asks to sign in again in place (EDGE-3), any other is left. */
export function sessionEnded(): void {
  if (isHeld()) window.dispatchEvent(new Event(sessionOver))
  else leaveSession('ended')
}

/** Leaves for the login page by a full load, so that nothing of the session stays in memory. */
export function leaveSession(reason?: 'ended'): void {
  clearBrowserState()
  tellOtherTabs('signedOutAt')
  window.location.assign(`${basePath}/login${reason === undefined ? '' : `?reason=${reason}`}`)
}

/** Logs out (specification section 4). The cookies go even when the platform cannot be told. */
export async function logOut(): Promise<void> {
  await send('/session/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  leaveSession()
}
