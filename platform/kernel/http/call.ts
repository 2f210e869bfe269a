import type { Context } from 'hono'
import type * as z from 'zod/mini'
import type { Endpoint, Schema } from '#contracts/endpoint'
import type { Gate } from '#contracts/gate'
import type { Change } from '#platform/kernel/audit/operation-log'
import type { SealKeys } from '#platform/kernel/audit/seal'
import type { Reach } from '#platform/kernel/auth/authority'
import type { Clock } from '#platform/kernel/clock'
import type { Probe } from '#platform/kernel/db/probe'
import type { Database, Queries } from '#platform/kernel/db/schema'
import type { Log } from '#platform/kernel/log'
import type { Locale } from '#platform/kernel/messages'
import type { Refusal } from '#platform/kernel/refusal'
import type { Deliver } from '#platform/kernel/sms-delivery'
import type { PeerBindings } from './client-address.ts'

/** What a call may use; handed in, never imported. */
export interface Services {
  db: Database
  /** The same, for what takes minutes: no statement is given up there. */
  unhurried: Database
  /** Asks the database beside the calls, with a connection of its own. */
  probe: Pick<Probe, 'ask'>
  clock: Clock
  log: Log
  /** Bounds the calls at work. */
  gate: Gate
  /** Who is being answered all rows of a list. */
  places: Set<{ personId: string }>
  client: { id: string; secret: string }
  /** What the entries of the operation log are sealed with. */
  auditKeys: SealKeys
  isTrustedPeer: (address: string) => boolean
  /** A fixed captcha answer, for tests. */
  captchaFixed: string | undefined
  /** Sends SMS codes. */
  deliver: Deliver
}

export type Env = {
  Bindings: PeerBindings
  /** The body as it has arrived, or why it is not taken. */
  Variables: { requestId: string; route?: string; body?: Buffer<ArrayBuffer> | Refusal }
}

/** A call of the contract and what answers it: `handle` makes one of a handler, `serve` puts it on its path. */
export interface Route {
  endpoint: Endpoint
  answer: (c: Context<Env>, surroundings: Surroundings, services: Services) => Promise<Response>
}

export interface Surroundings {
  requestId: string
  locale: Locale
  now: Date
  address: string
  agent: string
  /** Asks for all rows of a list, where the call is one. */
  wantsRows: boolean
  /** What it says besides of being the client (`rowsClientHeader`). */
  rowsClient: string | undefined
  /** Of a call that is made for many records at once: what is done together. */
  bulkId?: string
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
    services: Services
    db: Queries
    changed: (change: Change) => void
    /** What goes on behind the answer; it begins when the call's transaction is committed, and only then. */
    afterwards: (work: () => void) => void
  }

/** Who calls, from where, and how far they reach. */
export interface Caller extends Surroundings, Omit<Reach, 'db'> {
  tokenHash: string
  /** They were given their password, and may do nothing but change it. */
  mustChangePassword: boolean
}
