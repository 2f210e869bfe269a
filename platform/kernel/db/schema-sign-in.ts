/** The tables of who is signed in, and of what is tried too often. */

/** The token itself is never stored. `ended_at` tells a session that was ended (102002) from one that ran out (102001). */
export interface SessionTable {
  token_hash: string
  account_id: string
  ip: string
  agent: string
  login_time: Date
  last_seen: Date
  expires_at: Date
  ended_at: Date | null
  org_id: string | null
  system_id: string | null
  /** That of whoever sees the console as the account. */
  parent_hash: string | null
}

export interface SignInAttemptTable {
  account: string
  address: string
  failures: number
  last_at: Date
  locked_until: Date | null
}

/** A person's one live code, for exactly this phone. */
export interface SmsCodeTable {
  account_id: string
  phone: string
  code_hash: string
  tries: number
  expires_at: Date
}

/** How often something was done since `first_at`; what, `kind` says, and by whom or to whom, `subject`. */
export interface QuotaTable {
  kind: QuotaKind
  subject: string
  count: number
  first_at: Date
  last_at: Date | null
}
export type QuotaKind =
  | 'smsPhone'
  | 'smsPerson'
  | 'smsAddress'
  | 'smsTry'
  | 'oldPassword'
  | 'upload'
  | 'export'
  | 'refusedSignIn'
  | 'refusal'
  | 'ownChange'
