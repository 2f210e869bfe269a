import type { Hono } from 'hono'
import type * as z from 'zod/mini'
import type { Schema } from '#contracts/endpoint'
import type { Person, Scope } from '#platform/authority'
import type { Clock } from '#platform/clock'
import type { Database, Queries } from '#platform/db/schema'
import type { Log } from '#platform/log'
import type { Locale } from '#platform/messages'
import type { Business } from './business.ts'
import type { PeerBindings } from './client-address.ts'

/** What a call may use; handed in, never imported. */
export interface Services {
  db: Database
  clock: Clock
  log: Log
  client: { id: string; secret: string }
  isTrustedPeer: (address: string) => boolean
  /** A fixed captcha answer, for tests. */
  captchaFixed: string | undefined
}

export type Env = { Bindings: PeerBindings; Variables: { requestId: string } }
export interface Routes {
  app: Hono<Env>
  services: Services
  /** The methods of each path, for 405. */
  methods: Map<string, Set<string>>
}

export interface Surroundings {
  requestId: string
  locale: Locale
  now: Date
  address: string
  agent: string
}

export interface Input<P extends Schema, Q extends Schema, B extends Schema> {
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
}

/** A call before sign-in. */
export type ClientCall<P extends Schema, Q extends Schema, B extends Schema> = Input<P, Q, B> &
  Surroundings & { services: Services }

/** A signed-in person's call. `db` is the call's transaction where the call changes something. */
export type SessionCall<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
> = Input<P, Q, B> &
  Caller & {
    db: Queries
    changed: (change: Change) => void
    /** What goes on behind the answer; it begins when the call's transaction is committed, and only then. */
    afterwards: (work: () => void) => void
  }

/** Who calls, from where, in which context, and how far their permission for this call reaches. */
export interface Caller extends Surroundings {
  person: Person
  tokenHash: string
  business: Business
  scope: Scope
}

/** What a handler tells of its change; fields that stayed the same are left out of the log. */
export interface Change {
  subject?: { id: string; name?: string | null }
  before?: Readonly<Record<string, unknown>>
  after?: Readonly<Record<string, unknown>>
}
