import type { Context } from 'hono'
import type * as z from 'zod/mini'
import type { Endpoint, Schema } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { requireContext, scopeOf } from '#platform/authority'
import { isWorthRepeating } from '#platform/db/failures'
import type { Queries } from '#platform/db/schema'
import { causeOf } from '#platform/log'
import { type Locale, messageText } from '#platform/messages'
import { authenticate, bearerOf } from '#platform/session/authenticate'
import { envelope, localeOf, refusalAnswer } from './answer.ts'
import { type Business, businessOf } from './business.ts'
import type {
  Caller,
  Change,
  ClientCall,
  Env,
  Input,
  Routes,
  Services,
  SessionCall,
  Surroundings,
} from './call.ts'
import { clientAddress } from './client-address.ts'
import { requireClient } from './client-credentials.ts'
import { readInput } from './input.ts'
import { recordOperation } from './operation-log.ts'
import { Refusal, refusalOf } from './refusal.ts'

/** Registers a call of a signed-in person. What the handler returns must be the endpoint's data, or an image as it is. */
export function handle<P extends Schema, Q extends Schema, B extends Schema, D extends Schema>(
  routes: Routes,
  endpoint: Endpoint<P, Q, B, D>,
  handler: (call: SessionCall<P, Q, B>) => Promise<z.input<D> | Response>,
  /** Makes an ETag cheaply; where the caller has that version already, nothing is built. */
  version?: (call: Caller & { db: Queries }) => Promise<string>,
): void {
  if (endpoint.access !== 'session') throw new Error(`${endpoint.path} is a call before sign-in`)
  const { services } = routes
  register(routes, endpoint, async (c, surroundings) => {
    const caller = await callerOf(c, services, endpoint, surroundings)
    try {
      requireContext(endpoint.permissions, caller.scope, caller.business.orgId)
      const tag = version === undefined ? undefined : await version({ ...caller, db: services.db })
      if (tag !== undefined && c.req.header('if-none-match') === tag) {
        tagged(c, tag)
        return c.body(null, 304)
      }
      const input = (await readInput(c, endpoint)) as Input<P, Q, B>
      const data = await run(c, services, endpoint, caller, (db, changed, afterwards) =>
        handler({ ...input, ...caller, db, changed, afterwards }),
      )
      if (tag !== undefined) tagged(c, tag)
      return answered(c, caller.locale, endpoint, data)
    } catch (error) {
      await recordRefusal(c, services, endpoint, caller, refusalOf(error))
      throw error
    }
  })
}

/** Registers a call before sign-in, which the console makes with its client credentials. */
export function handleClient<P extends Schema, Q extends Schema, B extends Schema, D extends Schema>(
  routes: Routes,
  endpoint: Endpoint<P, Q, B, D>,
  handler: (call: ClientCall<P, Q, B>) => Promise<z.input<D> | Response>,
): void {
  if (endpoint.access !== 'client') throw new Error(`${endpoint.path} is a call of a signed-in person`)
  const { services } = routes
  register(routes, endpoint, async (c, surroundings) => {
    requireClient(c.req.header('authorization'), services.client)
    const input = (await readInput(c, endpoint)) as Input<P, Q, B>
    const data = await handler({ ...input, ...surroundings, services })
    return answered(c, surroundings.locale, endpoint, data)
  })
}

function register(
  { app, services, methods }: Routes,
  endpoint: Endpoint,
  answer: (c: Context<Env>, surroundings: Surroundings) => Promise<Response>,
): void {
  const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
  methods.set(path, (methods.get(path) ?? new Set()).add(endpoint.method))
  app.on(endpoint.method, path, async (c) => {
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
    }
    try {
      return await answer(c, surroundings)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.code === codes.fault) {
        services.log.error('fault', {
          requestId: surroundings.requestId,
          method: c.req.method,
          path: c.req.path,
          ...causeOf(error),
        })
      }
      return refusalAnswer(c, surroundings.locale, refusal)
    }
  })
}

async function callerOf(
  c: Context<Env>,
  services: Services,
  endpoint: Endpoint,
  surroundings: Surroundings,
): Promise<Caller> {
  const token = bearerOf(c.req.header('authorization'))
  const business = businessHeader(c)
  const session = await authenticate(services.db, token, surroundings.now, business)
  if (business instanceof Refusal) throw business
  const scope = await scopeOf(services.db, session.person, endpoint.permissions)
  return { ...surroundings, ...session, business, scope }
}

/** A broken header is told to signed-in people only, hence not thrown at once. */
function businessHeader(c: Context<Env>): Business | Refusal {
  try {
    return businessOf(c.req.header('business'))
  } catch (error) {
    return refusalOf(error)
  }
}

/** A call that changes something runs in one transaction together with its row in the operation log. */
async function run<Data>(
  c: Context<Env>,
  { db }: Services,
  endpoint: Endpoint,
  caller: Caller,
  work: (
    db: Queries,
    changed: (change: Change) => void,
    afterwards: (later: () => void) => void,
  ) => Promise<Data>,
): Promise<Data> {
  const nothing = () => {}
  if (endpoint.operation === undefined) return work(db, nothing, nothing)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const later: (() => void)[] = []
      const outcome = await db.transaction().execute(async (transaction) => {
        let change: Change = {}
        const tell = (told: Change) => {
          change = told
        }
        try {
          const data = await work(transaction, tell, (next) => later.push(next))
          await recordOperation(transaction, caller, operationOf(c, endpoint), 'normal', change)
          return { data }
        } catch (error) {
          if (error instanceof Refusal && error.counts) return { refused: error }
          throw error
        }
      })
      if ('refused' in outcome) throw outcome.refused
      for (const next of later) next()
      return outcome.data
    } catch (error) {
      if (attempt === 3 || !isWorthRepeating(error)) throw error
    }
  }
}

/** Refusals for want of permission are kept for every call, other failures for those that would have changed something. */
async function recordRefusal(
  c: Context<Env>,
  { db, log }: Services,
  endpoint: Endpoint,
  caller: Caller,
  refusal: Refusal,
): Promise<void> {
  const unauthorized = refusal.code === codes.notPermitted
  if (!unauthorized && endpoint.operation === undefined) return
  try {
    await recordOperation(
      db,
      caller,
      operationOf(c, endpoint),
      unauthorized ? 'unauthorized' : 'abnormal',
      {},
    )
  } catch (error) {
    log.error('operation log not written', { requestId: caller.requestId, ...causeOf(error) })
  }
}

function operationOf(c: Context<Env>, endpoint: Endpoint) {
  const page = endpoint.permissions[0]?.split('.').at(-2)
  return {
    module: endpoint.operation?.module ?? page ?? 'session',
    type: endpoint.operation?.type ?? 'read',
    method: c.req.method,
    // As it was sent: decoded it may hold what no text of the database can, and the entry would be lost.
    path: new URL(c.req.url).pathname,
  }
}

function tagged(c: Context<Env>, tag: string): void {
  c.header('etag', tag)
  c.header('cache-control', 'private, no-cache')
}

/** The data in an envelope. An image goes as it is, with the headers of every answer where it has none of its own. */
function answered(c: Context<Env>, locale: Locale, endpoint: Endpoint, data: unknown): Response {
  if (data instanceof Response) return c.newResponse(data.body, data)
  return c.json(envelope(endpoint.success, messageText(locale, 'success'), data ?? null))
}
