import 'server-only'
import type { NextRequest } from 'next/server'
import type * as z from 'zod/mini'
import { limits } from '#contracts/limits'
import { failed, type Result } from '#lib/result'
import { crossSite } from '#lib/server/http/cross-site'
import { parseJson } from '#lib/server/http/parse-json'
import { isTooMany } from '#lib/server/http/rate-limit'
import { shortBody } from '#lib/server/http/request-body'
import type { Caller } from '#lib/server/http/upstream-headers'
import { log } from '#lib/server/log'
import { type BrowserCall, openCall } from '#lib/server/session/browser-call'
import {
  begunWith,
  type PendingSignOuts,
  readPending,
  setPendingCookie,
  signOutOf,
} from '#lib/server/session/pending-sign-out'
import type { Session } from '#lib/server/session/session'
import { SessionTooLarge } from '#lib/server/session/session'
import { type Refusal, refuse, tooMany } from './refusals'

/** What the routes below `/api/session` have in common: they are the only ones that write the session's cookie. */
export interface SessionCall<Body> extends BrowserCall {
  body: Body
  /** Asks the platform on behalf of this session, or of nobody. */
  as(session: Session | null): Caller
  /** A session begins with this token; a platform that has one for each person may have given it before. */
  begin(token: string): void
  /** Ends a session, where there is one, and gives what the platform has not heard of yet. */
  signOut(session: Session | null): Promise<PendingSignOuts>
}

/** Largest body of such a call in bytes; all of them are a few short strings. */
const largestBody = 8192

/** Checks the request's origin and body, then calls `run`; a refusal is answered in the person's language. */
export async function sessionRoute<S extends z.ZodMiniType>(
  request: NextRequest,
  schema: S,
  run: (call: SessionCall<z.output<S>>) => Promise<Result<Response, Refusal>>,
): Promise<Response> {
  const call = await openCall(request)
  const { headers, locale } = call
  if (crossSite(request.method, headers) !== undefined) return refuse(call, { status: 403, key: 'crossSite' })
  let pending = await readPending(call)
  if (isTooMany(headers, call.session)) return refuse(call, tooMany)
  const text = await shortBody(request, largestBody)
  const parsed = schema.safeParse(parseJson(text ?? ''))
  if (!parsed.success) return refuse(call, { status: 400, key: 'badInput' })
  const as = (session: Session | null) => ({ session, locale, headers })
  const begin = (token: string) => {
    pending = begunWith(token, pending)
  }
  const signOut = async (session: Session | null) => {
    if (session !== null) pending = await signOutOf(session, as(session), pending)
    return pending
  }
  const result = await run({ ...call, body: parsed.data, as, begin, signOut }).catch(refuseTooLarge)
  const response = result.ok ? result.data : await refuse(call, result.failure)
  await setPendingCookie(response, pending)
  return response
}

function refuseTooLarge(error: unknown): Result<never, Refusal> {
  if (!(error instanceof SessionTooLarge)) throw error
  log.error(`session: the platform's token is too large for a cookie (over ${limits.token} characters)`)
  return failed({ status: 502, key: 'tokenTooLarge' })
}
