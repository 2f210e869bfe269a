/** Response codes of specification section 8 and of the embedded platform. Code 0 is success. */
export const codes = {
  success: 0,
  /** No session, an unknown token, or an expired one: forces logout. */
  signedOut: 102001,
  /** The session was ended from elsewhere: forces logout. */
  sessionEnded: 102002,
  /** The password was given by somebody else: until it is changed no other call is answered. */
  mustChangePassword: 102003,
  /** Sign-in refused: captcha, name or password, or locked. */
  signInRefused: 101016,
  badInput: 400,
  notPermitted: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  wrongType: 415,
  /** The key of this write was used for another. */
  keyReused: 422,
  tooMany: 429,
  fault: 500,
  /** What the platform keeps its records in is away; `data` is `Unavailable`. */
  unavailable: 503,
} as const

/** What every JSON answer of the platform looks like (section 3, common response). */
export interface Envelope<Data = unknown> {
  code: number
  msg: string
  data: Data
}

/** `data` of a refusal with code 400: one entry a field, the message in the language of the locale header. */
export interface FieldFault {
  field: string
  message: string
}

/**
 * `data` of a refusal with code 409 to an update whose `version` is no longer the stored one. Values are as in the
 * operation log (`changes`); `was` is missing where it is not known any more. `by` and `at` say who made the last of these
 * changes, by name, and when; they are missing where that is unknown or not the caller's business. Sending `version`
 * again overwrites.
 */
export interface ChangedMeanwhile {
  version: string
  by?: string
  at?: string
  changed: { field: string; was?: unknown; now: unknown }[]
}

/**
 * `data` of a refusal with code 403 for want of the call's right: the organization in which it is missing; null where that is
 * not told, as of a record out of reach. Without `orgId` something else is in the way, as `msg` says.
 */
export interface NotPermitted {
  orgId?: string | null
}

/** `data` of a refusal with code 409 to a delete, or a move to another organization: how much hangs on the record, say `{accounts: 3}`. */
export type InUse = Readonly<Record<string, number>>

/** How servers say that they have no such path, or not by that method; many with a page of their own. */
export const lackingStatuses: ReadonlySet<number> = new Set([codes.notFound, 405, 501])

export function endsSession(code: number): boolean {
  return code === codes.signedOut || code === codes.sessionEnded
}
