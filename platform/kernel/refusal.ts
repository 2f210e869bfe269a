import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { codes, type NotPermitted } from '#contracts/envelope'
import type { Resource } from '#contracts/resource'
import type { Unavailable } from '#contracts/unavailable'
import {
  CommitLost,
  isBrokenReference,
  isConnectionLost,
  isDuplicate,
  isStorageRefused,
  isWorthRepeating,
} from '#platform/kernel/db/failures'
import { type MessageKey, type MessageParams, namesOf, type RuleKey } from '#platform/kernel/messages'

type RefusalCode = Exclude<(typeof codes)[keyof typeof codes], 0>

const statuses: Record<RefusalCode, ContentfulStatusCode> = {
  [codes.signedOut]: 401,
  [codes.sessionEnded]: 401,
  [codes.mustChangePassword]: 403,
  [codes.signInRefused]: 400,
  [codes.badInput]: 400,
  [codes.notPermitted]: 403,
  [codes.notFound]: 404,
  [codes.conflict]: 409,
  [codes.tooLarge]: 413,
  [codes.wrongType]: 415,
  [codes.keyReused]: 422,
  [codes.tooMany]: 429,
  [codes.fault]: 500,
  [codes.unavailable]: 503,
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
    const otherwise: NotPermitted | undefined = code === codes.notPermitted ? {} : undefined
    this.detail = more.detail ?? otherwise
    this.counts = more.counts === true
  }

  get status(): ContentfulStatusCode {
    return statuses[this.code]
  }
}

/** The call's right is missing. @param orgId where; told only to who named that organization, else it would tell of a record */
export function notPermitted(orgId: string | null = null): Refusal {
  const detail: NotPermitted = { orgId }
  return new Refusal(codes.notPermitted, 'notPermitted', { detail })
}

/** Something still hangs on the record: `counts` says how much. */
export function inUse(
  key: MessageKey,
  counts: Readonly<Record<string, number>>,
  params: MessageParams = counts,
): Refusal {
  return new Refusal(codes.conflict, key, { params, detail: counts })
}

/** What has to be the only one of its kind exists already: told at its field. */
export function taken(field: string, key: MessageKey, params: MessageParams = {}): Refusal {
  return new Refusal(codes.conflict, key, { params, fields: [{ field, message: key }] })
}

/**
 * For the `catch` of a statement: of two at once the second meets a unique index. `indexes` says of each at which field
 * that is told, and how; `of` what it is of. Throws a Refusal 409, or what else went wrong.
 */
export function onDuplicate(
  of: Pick<Resource, 'one'>,
  indexes: Readonly<Record<string, readonly [field: string, key: MessageKey]>>,
) {
  return (error: unknown): never => {
    const found = Object.entries(indexes).find(([index]) => isDuplicate(error, index))
    throw found === undefined ? error : taken(...found[1], namesOf(of))
  }
}

export function badField(
  field: string,
  message: MessageKey | RuleKey,
  more: { params?: MessageParams; counts?: boolean } = {},
): Refusal {
  return new Refusal(codes.badInput, 'badInput', { fields: [{ field, message }], ...more })
}

function unavailable(key: MessageKey, detail: Unavailable): Refusal {
  return new Refusal(codes.unavailable, key, { detail })
}

/** More calls have come than can be answered. */
export function overloaded(): Refusal {
  return unavailable('overloaded', { outcome: 'unchanged' })
}

const storageKeys = { full: 'storageFull', readOnly: 'storageReadOnly' } as const

/** What is answered for anything thrown: a refusal as it is, what befell the database as one, else a fault. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isDuplicate(error)) return new Refusal(codes.conflict, 'duplicate')
  if (isBrokenReference(error) || isWorthRepeating(error)) {
    return new Refusal(codes.conflict, 'changedMeanwhile')
  }
  if (error instanceof CommitLost) return unavailable('outcomeUnknown', { outcome: 'unknown' })
  // A primary that stays read-only was asked again, as one that is away.
  const storage = isStorageRefused(error)
  if (storage !== undefined) return unavailable(storageKeys[storage], { outcome: 'unchanged' })
  if (isConnectionLost(error)) return unavailable('databaseAway', { outcome: 'unchanged' })
  return new Refusal(codes.fault, 'fault')
}
