import 'server-only'
import type { Session } from './session'

/** The super administrator's own session, from which they see the console as somebody else; nothing where this is one's own. */
export function ownSessionOf({ parent }: Session): Session | undefined {
  return parent && { v: 1, superIdentification: true, ...parent }
}

/** The session of whom a super administrator sees the console as. Once theirs is over by itself, so is this. */
export function viewOf(own: Session, token: string, userId: string, username: string): Session {
  const { token: ownToken, userId: ownId, username: ownName, startedAt } = own
  const parent = { token: ownToken, userId: ownId, username: ownName, startedAt }
  return { v: 1, token, userId, username, superIdentification: false, startedAt, parent }
}
