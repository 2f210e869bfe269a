import type { Context } from 'hono'
import type * as z from 'zod/mini'
import type { Endpoint, Schema } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { keyLifetime, lifetimeHeader } from '#contracts/idempotency'
import { currentUser, signOut } from '#contracts/session'
import { update as changeProfile } from '#contracts/user'
import { type Change, recordOperation } from '#platform/kernel/audit/operation-log'
import { countRefusal, isBounded } from '#platform/kernel/audit/refused'
import { authenticate, bearerOf, callerByNow } from '#platform/kernel/auth/authenticate'
import { includes, type Reach, requireContext, scopeOf } from '#platform/kernel/auth/authority'
import { type Business, businessOf } from '#platform/kernel/auth/business'
import { isOnlyLooking, isStep } from '#platform/kernel/auth/viewing'
import { second } from '#platform/kernel/clock'
import { isWorthRepeating } from '#platform/kernel/db/failures'
import { onceOnly, retryLost } from '#platform/kernel/db/retry'
import type { Queries } from '#platform/kernel/db/schema'
import { newId } from '#platform/kernel/ids'
import { causeOf } from '#platform/kernel/log'
import { type Locale, messageText } from '#platform/kernel/messages'
import { notPermitted, overloaded, Refusal, refusalOf } from '#platform/kernel/refusal'
import { envelope } from './answer.ts'
import type { Caller, ClientCall, Env, Input, Route, Services, SessionCall, Surroundings } from './call.ts'
import { requireClient } from './client-credentials.ts'
import { readInput } from './input.ts'
import { answeredUnder, forgetKey, type Keyed, keepAnswer, keyedOf } from './under-key.ts'

interface HandleOptions<Call, Ahead> {
  /** Makes an ETag cheaply; where the caller has that version already, nothing is built. */
  version?: (call: Caller & Reach) => Promise<string>
  /** Refuses what would take long to read, before it is read. */
  before?: (call: Caller & { services: Services }) => Promise<void>
  /** What waits for the processor, as passwords do: in the call's transaction a connection would wait with it, and who wants its locks. */
  ahead?: (call: Call) => Promise<Ahead>
}

/** The route of a signed-in person's call. What the handler returns must be the endpoint's data, or an image as it is. */
export function handle<P extends Schema, Q extends Schema, B extends Schema, D extends Schema, A = undefined>(
  endpoint: Endpoint<P, Q, B, D>,
  handler: (call: SessionCall<P, Q, B> & { ahead: A }) => Promise<z.input<D> | Response>,
  {
    version,
    before,
    ahead: prepare,
  }: HandleOptions<Input<P, Q, B> & Caller & { services: Services }, A> = {},
): Route {
  if (endpoint.access !== 'session') throw new Error(`${endpoint.path} is a call before sign-in`)
  const answer: Route['answer'] = async (c, surroundings, services) => {
    const caller = await retryLost(() => callerOf(c, services, endpoint, surroundings))
    c.header(lifetimeHeader, String(keyLifetime))
    const isView = caller.person.viewer !== undefined
    try {
      if (isView && !isOnlyLooking(endpoint)) throw new Refusal(codes.notPermitted, 'viewOnly')
      requireContext(endpoint.permissions, caller.scope, caller.business.orgId)
      // Each step of a view is answered anew, since it is logged.
      const tag = isView ? undefined : await retryLost(async () => version?.({ ...caller, db: services.db }))
      if (tag !== undefined && c.req.header('if-none-match') === tag) {
        tagged(c, tag)
        return c.body(null, 304)
      }
      await before?.({ ...caller, services })
      const input = (await readInput(c, endpoint)) as Input<P, Q, B>
      const keyed = await keyedOf(c, endpoint, input, caller)
      const since = performance.now()
      const ahead = (await prepare?.({ ...input, ...caller, services })) as A
      const data = await run({ c, services, endpoint, caller, keyed, since }, (db, changed, afterwards) =>
        handler({ ...input, ...caller, services, db, changed, afterwards, ahead }),
      )
      if (isView && isStep(endpoint)) await record(c, services, endpoint, caller, 'normal', async () => ({}))
      if (tag !== undefined) tagged(c, tag)
      return answered(c, caller.locale, endpoint, data)
    } catch (error) {
      await recordRefusal(c, services, endpoint, caller, refusalOf(error))
      throw error
    }
  }
  return { endpoint, answer }
}

/** The route of a call before sign-in, which the console makes with its client credentials. */
export function handleClient<P extends Schema, Q extends Schema, B extends Schema, D extends Schema>(
  endpoint: Endpoint<P, Q, B, D>,
  handler: (call: ClientCall<P, Q, B>) => Promise<z.input<D> | Response>,
): Route {
  if (endpoint.access !== 'client') throw new Error(`${endpoint.path} is a call of a signed-in person`)
  const answer: Route['answer'] = async (c, surroundings, services) => {
    requireClient(c.req.header('authorization'), services.client)
    const input = (await readInput(c, endpoint)) as Input<P, Q, B>
    const data = await handler({ ...input, ...surroundings, services })
    return answered(c, surroundings.locale, endpoint, data)
  }
  return { endpoint, answer }
}

/** What is answered to a person who has to change their password first; of their profile nothing but that. */
const beforePasswordChange: readonly Endpoint[] = [currentUser, changeProfile, signOut]

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
  if (session.mustChangePassword && !beforePasswordChange.includes(endpoint)) {
    throw new Refusal(codes.mustChangePassword, 'mustChangePassword')
  }
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

type Outcome<Data> =
  | { data: Data; change: Change; later: (() => void)[] }
  | { repeated: Data }
  | { refused: Refusal }

interface Running {
  c: Context<Env>
  services: Services
  endpoint: Endpoint
  caller: Caller
  keyed: Keyed | undefined
  /** When its work began, of `performance.now()`. */
  since: number
}

/**
 * A call that changes something runs in one transaction together with its row in the operation log, and with its answer
 * where it has a key: then the same once more is answered alike, and neither done nor logged.
 */
async function run<Data>(
  { c, services, endpoint, caller, keyed, since }: Running,
  work: (
    db: Queries,
    changed: (change: Change) => void,
    afterwards: (later: () => void) => void,
  ) => Promise<Data>,
): Promise<Data> {
  const { db, auditKeys: keys } = services
  const nothing = () => {}
  if (endpoint.operation === undefined) {
    if (caller.person.viewer === undefined) return retryLost(() => work(db, nothing, nothing))
    const looking = db.transaction().setAccessMode('read only')
    return retryLost(() => looking.execute((transaction) => work(transaction, nothing, nothing)))
  }
  const id = newId(caller.now)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const outcome = await onceOnly<Outcome<Data>>(
        db,
        async (transaction) => {
          let change: Change = {}
          const later: (() => void)[] = []
          const tell = (told: Change) => {
            change = told
          }
          const known = keyed && (await answeredUnder(transaction, keyed))
          // It was this call's own answer, so it is of its type.
          if (known !== undefined) return { repeated: known.data as Data }
          try {
            const data = await work(transaction, tell, (next) => later.push(next))
            await stillAllowed(since, services, endpoint, caller)
            if (keyed !== undefined) await keepAnswer(transaction, keyed, data)
            return { data, change, later }
          } catch (error) {
            if (!(error instanceof Refusal && error.counts)) throw error
            if (keyed !== undefined) await forgetKey(transaction, keyed)
            return { refused: error }
          }
        },
        async (transaction, done) =>
          'refused' in done ||
          'repeated' in done ||
          recordOperation(
            { db: transaction, keys },
            id,
            caller,
            operationOf(c, endpoint),
            'normal',
            done.change,
          ),
      )
      if ('refused' in outcome) throw outcome.refused
      if ('repeated' in outcome) return outcome.repeated
      for (const next of outcome.later) next()
      return outcome.data
    } catch (error) {
      if (attempt === 3 || !isWorthRepeating(error)) throw error
    }
  }
}

/** Milliseconds after which a change is asked about once more: it may have waited for a lock. */
const longWait = second

/**
 * That whoever changes something may do so by now, too, where it took long: others may have signed them out or taken their
 * right meanwhile. Not by the transaction, which may itself be what ends their session, and beside all others, since it holds locks.
 */
async function stillAllowed(
  since: number,
  { probe, clock }: Services,
  endpoint: Endpoint,
  caller: Caller,
): Promise<void> {
  if (performance.now() - since < longWait) return
  const { scope } = await probe
    .ask((db) => callerByNow(db, caller, endpoint, clock()))
    .catch((error) => {
      // What nobody could tell in time is not done.
      throw error instanceof Refusal ? error : overloaded()
    })
  if (!includes(scope, caller.scope)) throw notPermitted()
}

/** Refusals for want of permission are kept for every call, other failures for those that would have changed something. */
async function recordRefusal(
  c: Context<Env>,
  services: Services,
  endpoint: Endpoint,
  caller: Caller,
  refusal: Refusal,
): Promise<void> {
  const unauthorized = refusal.code === codes.notPermitted
  // A database that is away takes no row either; what it took of the call, it has with its row.
  if (refusal.code === codes.unavailable) return
  if (!unauthorized && endpoint.operation === undefined) return
  const { person, scope, now } = caller
  const change = async (db: Queries) =>
    isBounded(endpoint, scope) ? countRefusal(db, (person.viewer ?? person).id, now) : {}
  try {
    await record(c, services, endpoint, caller, unauthorized ? 'unauthorized' : 'abnormal', change)
  } catch (error) {
    services.log.error('operation log not written', { requestId: caller.requestId, ...causeOf(error) })
  }
}

/** An entry by itself, of a call that changes nothing; none where there is no `change`. */
async function record(
  c: Context<Env>,
  { db, auditKeys: keys }: Services,
  endpoint: Endpoint,
  caller: Caller,
  status: Parameters<typeof recordOperation>[4],
  change: (db: Queries) => Promise<Change | undefined>,
): Promise<void> {
  const id = newId(caller.now)
  await retryLost(() =>
    db.transaction().execute(async (own) => {
      const told = await change(own)
      if (told === undefined) return
      await recordOperation({ db: own, keys }, id, caller, operationOf(c, endpoint), status, told)
    }),
  )
}

/** Characters of a path that the log keeps: those of any call, and of what somebody makes up enough to know it. */
const longestPath = 300

function operationOf(c: Context<Env>, endpoint: Endpoint) {
  const page = endpoint.permissions[0]?.split('.').at(-2)
  return {
    module: endpoint.operation?.module ?? page ?? 'session',
    type: endpoint.operation?.type ?? 'read',
    method: c.req.method,
    // As it was sent: decoded it may hold what no text of the database can, and the entry would be lost.
    path: new URL(c.req.url).pathname.slice(0, longestPath),
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
