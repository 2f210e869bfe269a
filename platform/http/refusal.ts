import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { codes } from '#contracts/envelope'
import { isBrokenReference, isDuplicate, isWorthRepeating } from '#platform/db/failures'
import type { MessageKey, MessageParams } from '#platform/messages'

export type RefusalCode = Exclude<(typeof codes)[keyof typeof codes], 0>

const statuses: Record<RefusalCode, ContentfulStatusCode> = {
  [codes.signedOut]: 401,
  [codes.sessionEnded]: 401,
  [codes.signInRefused]: 400,
  [codes.badInput]: 400,
  [codes.notPermitted]: 403,
  [codes.notFound]: 404,
  [codes.conflict]: 409,
  [codes.tooLarge]: 413,
  [codes.wrongType]: 415,
  [codes.tooMany]: 429,
  [codes.fault]: 500,
}

/** A field and the key of its message: a schema's own (`tooLong:50`) or one of the platform's. */
export interface FieldRefusal {
  field: string
  message: string
}

/** An answer that is not a success. Handlers throw it; `handle` turns it into status, envelope and log row. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly key: MessageKey
  readonly params: MessageParams
  readonly fields: readonly FieldRefusal[] | undefined
  /** The answer's `data`, where it is not a list of fields. */
  readonly detail: unknown
  /** What the call has counted against its caller stays counted; handlers that refuse so have changed nothing else. */
  readonly counts: boolean

  constructor(
    code: RefusalCode,
    key: MessageKey,
    more: {
      params?: MessageParams
      fields?: readonly FieldRefusal[]
      detail?: unknown
      counts?: boolean
    } = {},
  ) {
    super(key)
    this.name = 'Refusal'
    this.code = code
    this.key = key
    this.params = more.params ?? {}
    this.fields = more.fields
    this.detail = more.detail
    this.counts = more.counts === true
  }

  get status(): ContentfulStatusCode {
    return statuses[this.code]
  }
}

export function notPermitted(): Refusal {
  return new Refusal(codes.notPermitted, 'notPermitted')
}

/** Something still hangs on the record: `counts` says how much. */
export function inUse(key: MessageKey, counts: Readonly<Record<string, number>>): Refusal {
  return new Refusal(codes.conflict, key, { params: counts, detail: counts })
}

export function badField(field: string, message: MessageKey, more: { counts?: boolean } = {}): Refusal {
  return new Refusal(codes.badInput, 'badInput', { fields: [{ field, message }], ...more })
}

/** What is answered for anything thrown: a refusal as it is, a conflict of the database as one, else a fault. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isDuplicate(error)) return new Refusal(codes.conflict, 'duplicate')
  if (isBrokenReference(error) || isWorthRepeating(error)) {
    return new Refusal(codes.conflict, 'changedMeanwhile')
  }
  return new Refusal(codes.fault, 'fault')
}
