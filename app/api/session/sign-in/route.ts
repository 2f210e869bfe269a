import type { NextRequest } from 'next/server'
import { currentUser, signInTo, signInToken } from '#contracts/session'
import { failed, succeeded } from '#lib/result'
import { failureRefusal } from '#lib/server/bff/refusals'
import { sessionRoute } from '#lib/server/bff/session-route'
import { isRefusal, platform } from '#lib/server/http/platform'
import { envelopeResponse } from '#lib/server/http/responses'
import { returnPath } from '#lib/server/page/return-path'
import type { Session } from '#lib/server/session/session'
import { contextCookies, forget, sessionCookie } from '#lib/server/session/session'

/** Signs in (specification section 4, login). The token goes into the sealed cookie and nowhere else. */
export function POST(request: NextRequest): Promise<Response> {
  return sessionRoute(
    request,
    signInTo,
    async ({ body: { from, ...body }, session, cookie: earlierCookie, as, begin, signOut, request }) => {
      const token = await platform(signInToken, { body: { ...body, grant_type: 'password' } }, as(null))
      if (!token.ok) return failed(failureRefusal(token.failure, 'platformAway'))

      const fresh: Session = {
        v: 1,
        token: token.data.access_token,
        userId: '',
        username: body.username,
        superIdentification: false,
        startedAt: Math.floor(Date.now() / 1000),
      }
      begin(fresh.token)
      // Of a session that goes on with the same token nothing is given back.
      const [earlier, given] = session?.token === fresh.token ? [null, null] : [session, fresh]
      const user = await platform(currentUser, {}, as(fresh))
      if (!user.ok) {
        await signOut(given)
        if (!isRefusal(user.failure)) return failed(failureRefusal(user.failure, 'platformAway'))
        return failed({ status: 401, key: 'verificationFailed' })
      }
      const { id: userId, superIdentification, mustChangePassword } = user.data
      const begun: Session = { ...fresh, userId, superIdentification }
      const cookie = await sessionCookie(begun).catch(async (error) => {
        await signOut(given)
        throw error
      })
      // Anybody else chooses a system first.
      const data = {
        superIdentification,
        ...(mustChangePassword && { mustChangePassword }),
        ...(superIdentification && { to: await returnPath(from, as(begun)) }),
      }
      // A sign-in over an open session replaces it; the earlier token has no owner any more. Nor has the new one where the
      // browser has given up waiting: its cookie would reach nobody.
      await signOut(request.signal.aborted ? given : earlier)
      forget(earlierCookie)
      return succeeded(envelopeResponse(200, { code: 0, data }, [cookie, ...contextCookies(undefined)]))
    },
  )
}
