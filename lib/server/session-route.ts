import 'server-only'
import type { NextRequest } from 'next/server'
import { getTranslations } from 'next-intl/server'
import type * as z from 'zod/mini'
import { codes } from '#contracts/envelope'
import { asLocale, type Locale, localeKey } from '#lib/i18n/locale'
import { answer } from './answers'
import { config } from './config'
import { crossSite } from './cross-site'
import { parseJson } from './parse-json'
import type { Failure } from './platform'
import { isTooMany } from './rate-limit'
import { refuse, tooMany } from './refusals'
import { shortBody } from './request-body'
import { cookieName, openSession, type Session } from './session'
import type { Caller } from './upstream-headers'

/** What the routes below `/api/session` have in common: they are the only ones that write the session's cookie. */
export interface SessionCall<Body> {
  body: Body
  session: Session | null
  seal: string | undefined
  locale: Locale
  /** Asks the platform on behalf of this session, or of nobody. */
  as(session: Session | null): Caller
}

/** Largest body of such a call in bytes; all of them are a few short strings. */
const largestBody = 8192

/** Checks the request's origin and body, then calls `run`; a refusal is answered in the person's language. */
export async function sessionRoute<S extends z.ZodMiniType>(
  request: NextRequest,
  schema: S,
  run: (call: SessionCall<z.output<S>>) => Promise<Response>,
): Promise<Response> {
  const locale = asLocale(request.cookies.get(localeKey)?.value)
  const t = await getTranslations({ locale, namespace: 'errors' })
  if (crossSite(request.method, request.headers) !== undefined) {
    return answer(403, { code: codes.notPermitted, msg: t('crossSite') })
  }
  const seal = request.cookies.get(cookieName())?.value
  const session = await openSession(seal)
  if (isTooMany(request.headers, session)) return refuse(locale, tooMany)
  const text = await shortBody(request, largestBody, config().timeout)
  const parsed = schema.safeParse(parseJson(text ?? ''))
  if (!parsed.success) return answer(400, { code: codes.badInput, msg: t('badInput') })
  return run({
    body: parsed.data,
    session,
    seal,
    locale,
    as: (session) => ({ session, locale, headers: request.headers }),
  })
}

/** SessionTooLarge, as the answer of a session route. */
export async function tokenTooLarge(locale: Locale): Promise<Response> {
  console.error("session: the platform's token is too large for a cookie (over about 2,600 characters)")
  const t = await getTranslations({ locale, namespace: 'errors' })
  return answer(502, { code: 502, msg: t('tokenTooLarge') })
}

/** A platform call that failed, as the answer of a session route. */
export async function failureAnswer(failure: Failure, locale: Locale): Promise<Response> {
  const t = await getTranslations({ locale, namespace: 'errors' })
  switch (failure.kind) {
    case 'refused':
      return answer(failure.status >= 400 ? failure.status : 400, {
        code: failure.code,
        msg: failure.message,
      })
    case 'ended':
      return answer(401, { code: codes.signedOut, msg: t('ended') })
    case 'timeout':
      return answer(504, { code: 504, msg: t('timeout') })
    case 'unreachable':
      return answer(502, { code: 502, msg: t('system') })
  }
}
