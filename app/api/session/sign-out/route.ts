import type { NextRequest } from 'next/server'
import * as z from 'zod/mini'
import { signOut } from '#contracts/session'
import { answer } from '#lib/server/answers'
import { platform } from '#lib/server/platform'
import { clearedSessionCookie, contextCookies, forget } from '#lib/server/session'
import { sessionRoute } from '#lib/server/session-route'

/** Signs out (specification section 4, logout): the platform's logout first, then the cookies, whatever it answers. */
export function POST(request: NextRequest): Promise<Response> {
  return sessionRoute(request, z.object({}), async ({ session, seal, as }) => {
    if (session !== null) await platform(signOut, {}, as(session), { timeout: 2000 })
    forget(seal)
    return answer(200, { code: 0 }, [clearedSessionCookie(), ...contextCookies(undefined)], {
      'clear-site-data': '"cache"',
    })
  })
}
