import { currentUser } from '#contracts/session'
import { api } from '#lib/api'

/** A sub-application's API said that the session is over: the platform is asked, and `api` leaves when it agrees. */
export async function askSession(): Promise<void> {
  await api(currentUser, {}).catch(() => {})
}
