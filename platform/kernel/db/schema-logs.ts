import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** The tables of the two logs. */

export interface LoginLogTable {
  id: string
  account_id: string | null
  user_name: string
  request_ip: string
  agent: string
  login_result: string
  login_time: Date
  reason: SignInReason | null
  /** How many sign-ins the row stands for; those of a series, of which there is one row, else one. */
  count: Generated<number>
  series: string | null
  request_id: string | null
}

/** Why a sign-in was refused: told to administrators only; the person gets one answer for all but the captcha and a lock. */
export type SignInReason = 'captchaWrong' | 'locked' | 'accountUnknown' | 'passwordWrong' | 'accountDisabled'

export interface OperationLogTable {
  id: string
  account_id: string
  username: string
  org_id: string | null
  org_name: string | null
  system_id: string | null
  system_name: string | null
  module: string
  type: string
  method: string
  path: string
  request_ip: string
  status: string
  subject_id: string | null
  subject_name: string | null
  changes: JSONColumnType<FieldChanges> | null
  create_time: Date
  request_id: string | null
  bulk_id: string | null
  /** Where the entry stands, its seal, and the key of that: see `kernel/audit/seal.ts`. */
  seq: ColumnType<string | null, number | null | undefined, number | null>
  seal: string | null
  seal_key: string | null
}

/** One row: the newest link of the operation log and the last one that retention took away, sealed in their turn. */
export interface OperationHeadTable {
  only_row: Generated<boolean>
  seq: ColumnType<string, number, number>
  seal: string
  pruned_seq: ColumnType<string, number, number>
  pruned_seal: string
  key: string
  mac: string
}

export type FieldChanges = Record<string, { before?: unknown; after?: unknown }>
