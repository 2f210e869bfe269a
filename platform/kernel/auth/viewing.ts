import { count as alarmCount } from '#contracts/alarm'
import { listConfig } from '#contracts/allocation'
import { type Endpoint, isRead } from '#contracts/endpoint'
import { read as readImage } from '#contracts/image'
import {
  currentUser,
  listOrganizations,
  listSystems,
  listUserOrganizations,
  mainMenu,
  signOut,
} from '#contracts/session'
import { sendSmsCode } from '#contracts/user'

/** Whether a call leaves everything as it is, so that it is answered to whoever sees the console as somebody else. */
export function isOnlyLooking(endpoint: Endpoint): boolean {
  // Out of the view leads a way in any case.
  return endpoint === signOut || (isRead(endpoint) && endpoint !== (sendSmsCode as Endpoint))
}

/** What every page asks for, whatever it shows: that somebody looks is told by the other calls, and by the view's beginning. */
const ofEveryPage: readonly Endpoint[] = [
  currentUser,
  mainMenu,
  listConfig,
  listUserOrganizations,
  listOrganizations,
  listSystems,
  readImage,
  alarmCount,
]

/** Whether a call is a step of somebody who sees the console as somebody else, and as such is logged. */
export function isStep(endpoint: Endpoint): boolean {
  return endpoint.operation === undefined && !ofEveryPage.includes(endpoint)
}
