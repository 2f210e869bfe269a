import 'server-only'
import { viewAs } from '#contracts/account'
import { currentUser, listSystems, listUserOrganizations } from '#contracts/session'
import { failed, type Result, succeeded } from '#lib/result'
import { platform } from '#lib/server/http/platform'
import type { Session, SystemContext } from '#lib/server/session/session'
import { endAtPlatform } from '#lib/server/session/sign-out'
import { viewOf } from '#lib/server/session/viewing'
import { opensWindow } from '#lib/system-window'
import { contextOf } from './context-of'
import { failureRefusal, type Refusal } from './refusals'
import type { SessionCall } from './session-route'

type View = Session & { context: SystemContext }

/**
 * The session in which a super administrator sees the console as somebody else, in the first system that the person enters in
 * the organization. Only one of which the platform itself says that it is such a view.
 */
export async function beginView(
  { session, as }: { session: Session; as: SessionCall<unknown>['as'] },
  userId: string,
  orgId: string,
): Promise<Result<View, Refusal>> {
  const begun = await platform(viewAs, { body: { userId, orgId } }, as(session))
  if (!begun.ok) return failed(failureRefusal(begun.failure, 'platformAway'))
  const view = viewOf(session, begun.data.access_token, userId, '')
  const placed = await place(view, orgId, as)
  if (!placed.ok) await endAtPlatform(view, as(view))
  return placed
}

async function place(
  view: Session,
  orgId: string,
  as: SessionCall<unknown>['as'],
): Promise<Result<View, Refusal>> {
  const caller = as(view)
  const [user, organizations, systems] = await Promise.all([
    platform(currentUser, {}, caller),
    platform(listUserOrganizations, { query: { enabled: true } }, caller),
    platform(listSystems, { query: { orgId } }, caller),
  ])
  for (const answer of [user, organizations, systems]) {
    if (!answer.ok) return failed(failureRefusal(answer.failure, 'platformAway'))
  }
  if (!user.ok || !organizations.ok || !systems.ok) return failed({ status: 502, key: 'system' })
  const { superIdentification, viewedBy, id, username } = user.data
  if (superIdentification || viewedBy == null || id !== view.userId) {
    return failed({ status: 502, key: 'noView' })
  }
  const organization = organizations.data.find((one) => one.orgId === orgId)
  const system = systems.data.find((one) => !opensWindow(one))
  if (organization === undefined || system === undefined) return failed({ status: 409, key: 'viewNowhere' })
  return succeeded({ ...view, username, context: contextOf(organization, system) })
}
