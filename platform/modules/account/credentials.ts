import { endSessions, resetPassword, sessions } from '#contracts/account'
import { codes } from '#contracts/envelope'
import { hashedPassword } from '#platform/kernel/auth/password'
import { endSession, endSessionsOf, liveSessions, shownId } from '#platform/kernel/auth/tokens'
import type { Queries } from '#platform/kernel/db/schema'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { Refusal } from '#platform/kernel/refusal'
import { forgetAttempts, isLocked } from '#platform/modules/session/throttle'
import { forgetTries } from '#platform/modules/user/password-change'
import { lockedAccount, visibleAccount } from './record.ts'
import { requireHeld } from './roles.ts'
import { requireUnshared } from './shared.ts'

const mostShown = 100

/** How an account gets in, and where it is in: for administrators. */
export const credentialRoutes: readonly Route[] = [
  handle(
    resetPassword,
    async (call) => {
      const { db, person, now, body, changed, ahead } = call
      const account = await lockedAccount(call, body.id)
      if (account.id === person.id) throw new Refusal(codes.conflict, 'resetOwn')
      await requireUnshared(call, account)
      // Who knows the password may sign in with it: nobody comes by rights in this way that they could not grant.
      const roles = await db
        .selectFrom('account_role')
        .where('account_id', '=', account.id)
        .select(['role_id', 'org_id'])
        .execute()
      const held = roles.map(({ role_id, org_id }) => [role_id, org_id] as const)
      await requireHeld(db, person, held, 'resetBeyond')
      const locked = await isLocked(db, account.account, now)
      await db
        .updateTable('account')
        .set({ password_hash: ahead, must_change_password: true })
        .where('id', '=', account.id)
        .execute()
      await endSessionsOf(db, account.id, now)
      await forgetAttempts(db, account.account)
      await forgetTries(db, account.id)
      changed({
        subject: { id: account.id, name: account.account },
        before: { locked },
        // That it changed is told; neither what it was nor what it is.
        after: { locked: false, credential: '******' },
      })
    },
    { ahead: hashedPassword },
  ),

  handle(sessions, async (call) => {
    const { db, now, query, tokenHash } = call
    const account = await visibleAccount(call, query.userId)
    const rows = await liveOf(db, account.id, now)
      .select(shownId.as('id'))
      .select(['s.token_hash', 's.ip', 's.agent', 's.login_time', 's.last_seen'])
      .orderBy('s.login_time', 'desc')
      .orderBy('s.token_hash')
      .limit(mostShown)
      .execute()
    return rows.map(({ id, ip, agent, login_time, last_seen, token_hash }) => ({
      ...{ id, ip, agent },
      loginTime: login_time.toISOString(),
      lastSeen: last_seen.toISOString(),
      own: token_hash === tokenHash,
    }))
  }),

  handle(endSessions, async (call) => {
    const { db, now, body, tokenHash, changed } = call
    const account = await lockedAccount(call, body.userId)
    await requireUnshared(call, account)
    const live = await liveOf(db, account.id, now)
      .select(shownId.as('id'))
      .select('s.token_hash')
      .orderBy('s.login_time', 'desc')
      .execute()
    const chosen = live.filter(({ id }) => id === (body.sessionId ?? id))
    if (body.sessionId && chosen.length === 0) throw new Refusal(codes.notFound, 'sessionGone')
    const ended = chosen.filter(({ token_hash }) => token_hash !== tokenHash)
    if (body.sessionId && ended.length === 0) throw new Refusal(codes.conflict, 'endOwnSession')
    if (body.sessionId) await endSession(db, ended[0]?.token_hash ?? '', now)
    else await endSessionsOf(db, account.id, now, tokenHash)
    changed({
      subject: { id: account.id, name: account.account },
      before: { sessions: live.length },
      after: { sessions: live.length - ended.length },
    })
    return { ended: ended.length }
  }),
]

function liveOf(db: Queries, accountId: string, now: Date) {
  return db.selectFrom('session as s').where('s.account_id', '=', accountId).where(liveSessions(now))
}
