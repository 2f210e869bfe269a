import type { Context, Hono } from 'hono'
import { codes } from '#contracts/envelope'
import { allowed } from '#contracts/registry'
import { rowsClientHeader, rowsType } from '#contracts/rows'
import { bearerOf } from '#platform/kernel/auth/authenticate'
import { causeOf } from '#platform/kernel/log'
import { overloaded, Refusal, refusalOf } from '#platform/kernel/refusal'
import { localeOf, refusalAnswer, unknownCallAnswer, wrongMethodAnswer } from './answer.ts'
import type { Env, Route, Services, Surroundings } from './call.ts'
import { clientAddress } from './client-address.ts'
import { takeBody } from './input.ts'
import { retryAfter } from './overload.ts'

/** Bytes of large bodies that are here at once, each beyond its first: what has no room is refused for now. */
const mostBytes = 128 * 1024 * 1024
const freeBytes = 64 * 1024

/** Puts each route on its path. Another method there is answered 405, any other path 404. */
export function serve(app: Hono<Env>, routes: readonly Route[], services: Services): void {
  const methods = new Map<string, string[]>()
  const room = { bytes: mostBytes }
  for (const route of routes) {
    const { method, path } = route.endpoint
    const pattern = path.replace(/\{(\w+)\}/g, ':$1')
    methods.set(pattern, [...(methods.get(pattern) ?? []), method])
    app.on(method, pattern, (c) => {
      c.set('route', path)
      return answer(c, route, services, room)
    })
  }
  for (const [pattern, own] of methods) {
    app.all(pattern, (c) => wrongMethodAnswer(c, allowed(own).join(', ')))
  }
  app.notFound(unknownCallAnswer)
}

async function answer(
  c: Context<Env>,
  route: Route,
  services: Services,
  room: { bytes: number },
): Promise<Response> {
  const isKnown = bearerOf(c.req.header('authorization')) !== undefined
  let held = 0
  const hold = (size: number) => {
    const more = Math.max(0, size - freeBytes - held)
    if (more > room.bytes) return false
    room.bytes -= more
    held += more
    return true
  }
  try {
    // Before it takes a place: a body that does not come would keep it from others. Without a token, it is not asked for.
    if (isKnown || route.endpoint.access === 'client') await takeBody(c, route.endpoint, hold)
    const surroundings: Surroundings = {
      requestId: c.get('requestId'),
      locale: localeOf(c.req.header('locale')),
      now: services.clock(),
      address: clientAddress(
        c.env?.incoming?.socket.remoteAddress,
        c.req.header('x-forwarded-for'),
        services.isTrustedPeer,
      ),
      agent: (c.req.header('user-agent') ?? '').slice(0, 200),
      wantsRows: (c.req.header('accept') ?? '').includes(rowsType),
      rowsClient: c.req.header(rowsClientHeader),
    }
    const body = c.get('body')
    if (body instanceof Refusal && body.code === codes.unavailable) return busyAnswer(c, surroundings)
    // Signed-in people come before those who want to be. Whether a token is one is seen by asking the database: here its
    // form has to do, and the console sends none that is made up.
    const leave = await services.gate.enter(isKnown)
    if (leave === undefined) return busyAnswer(c, surroundings)
    try {
      return await answerOrRefuse(c, route, surroundings, services)
    } finally {
      leave()
    }
  } finally {
    room.bytes += held
  }
}

function busyAnswer(c: Context<Env>, { locale }: Surroundings): Response {
  c.header('retry-after', String(retryAfter))
  return refusalAnswer(c, locale, overloaded())
}

/** The call's answer, or what is answered where it throws; a fault is logged. */
export async function answerOrRefuse(
  c: Context<Env>,
  route: Route,
  surroundings: Surroundings,
  services: Services,
): Promise<Response> {
  try {
    return await route.answer(c, surroundings, services)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.code === codes.fault || refusal.code === codes.unavailable) {
      services.log.error('fault', {
        requestId: surroundings.requestId,
        method: c.req.method,
        path: c.req.path,
        ...causeOf(error),
      })
    }
    return refusalAnswer(c, surroundings.locale, refusal)
  }
}
