import { currentUser } from '#contracts/session'
import { forgivingApi } from '#lib/forgiving-api'
import { passwordDue } from '#lib/session-end'

/**
 * A sub-application's API said that the session is over, or that the password has to be changed first: the platform is
 * asked, and the page is left when it agrees.
 */
export async function askSession(): Promise<void> {
  const user = await forgivingApi(currentUser, {}).catch(() => undefined)
  if (user?.mustChangePassword) passwordDue()
}
