import type { NextRequest } from 'next/server'
import { getTranslations } from 'next-intl/server'
import { currentUser, signIn, signInToken, signOut } from '#contracts/session'
import { answer } from '#lib/server/answers'
import { platform } from '#lib/server/platform'
import { contextCookies, forget, type Session, SessionTooLarge, sessionCookie } from '#lib/server/session'
import { failureAnswer, sessionRoute, tokenTooLarge } from '#lib/server/session-route'

/** Signs in (specification section 4, login). The token goes into the sealed cookie and nowhere else. */
export function POST(request: NextRequest): Promise<Response> {
  return sessionRoute(request, signIn, async ({ body, session: earlier, seal, locale, as }) => {
    const token = await platform(signInToken, { body: { ...body, grant_type: 'password' } }, as(null))
    if (!token.ok) return failureAnswer(token.failure, locale)

    const fresh: Session = {
      v: 1,
      token: token.data.access_token,
      userId: '',
      username: body.username,
      superIdentification: false,
      startedAt: Math.floor(Date.now() / 1000),
    }
    const user = await platform(currentUser, {}, as(fresh))
    const t = await getTranslations({ locale, namespace: 'errors' })
    if (!user.ok) {
      await platform(signOut, {}, as(fresh), { timeout: 2000 })
      if (user.failure.kind !== 'ended') return failureAnswer(user.failure, locale)
      return answer(401, { code: 401, msg: t('verificationFailed') })
    }
    const session: Session = {
      ...fresh,
      userId: user.data.id,
      username: user.data.username,
      superIdentification: user.data.superIdentification,
    }
    try {
      const cookie = await sessionCookie(session)
      // A sign-in over an open session replaces it; the earlier token has no owner any more.
      if (earlier !== null) await platform(signOut, {}, as(earlier), { timeout: 2000 })
      forget(seal)
      const data = { superIdentification: session.superIdentification }
      return answer(200, { code: 0, data }, [cookie, ...contextCookies(undefined)])
    } catch (error) {
      if (!(error instanceof SessionTooLarge)) throw error
      await platform(signOut, {}, as(fresh), { timeout: 2000 })
      return tokenTooLarge(locale)
    }
  })
}
