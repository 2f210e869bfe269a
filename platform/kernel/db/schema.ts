import type { ColumnType, Generated, JSONColumnType, Kysely, Transaction } from 'kysely'
import type {
  FieldChanges,
  LoginLogTable,
  OperationHeadTable,
  OperationLogTable,
  SignInReason,
} from './schema-logs.ts'
import type {
  QuotaKind,
  QuotaTable,
  SessionTable,
  SignInAttemptTable,
  SmsCodeTable,
} from './schema-sign-in.ts'

export type { FieldChanges, QuotaKind, SignInReason }

/** What a row of a table is: a type, and nothing at run time. */
const of = <Row>() => undefined as unknown as Row

/** The tables, as `migrations/` make them. */
export const tables = {
  organization: of<OrganizationTable>(),
  department: of<DepartmentTable>(),
  account: of<AccountTable>(),
  membership: of<MembershipTable>(),
  role: of<RoleTable>(),
  account_role: of<AccountRoleTable>(),
  role_node: of<{ role_id: string; node_id: string }>(),
  menu_node: of<MenuNodeTable>(),
  application: of<ApplicationTable>(),
  application_resource: of<{ resource_id: string; app_id: string }>(),
  system_config: of<SystemConfigTable>(),
  pool_resource: of<PoolResourceTable>(),
  discovery_job: of<DiscoveryJobTable>(),
  image: of<ImageTable>(),
  session: of<SessionTable>(),
  captcha: of<{ key: string; answer: string; expires_at: Date }>(),
  sign_in_attempt: of<SignInAttemptTable>(),
  sms_code: of<SmsCodeTable>(),
  quota: of<QuotaTable>(),
  idempotency_key: of<IdempotencyKeyTable>(),
  preference: of<{ account_id: string; key: string; value: string }>(),
  bin: of<BinTable>(),
  login_log: of<LoginLogTable>(),
  operation_log: of<OperationLogTable>(),
  operation_head: of<OperationHeadTable>(),
  log_word: of<{ kind: 'module' | 'type' | 'operator' | 'login' | 'address'; word: string }>(),
  revision: of<{ only_row: Generated<boolean>; value: ColumnType<number, never, number> }>(),
}
export type Schema = typeof tables

export type Database = Kysely<Schema>
/** A handler may be inside a transaction or not. */
export type Queries = Database | Transaction<Schema>

/** What was deleted; `kept` holds its rows by table, and the names of what they refer to. */
interface BinTable {
  kind: string
  record_id: string
  name: string
  org_ids: string[]
  deleted_by: string
  by_name: string
  deleted_at: Date
  kept: JSONColumnType<Record<string, unknown>>
}

interface CodedTable {
  id: string
  code: string
  name: string
  remark: string | null
  enabled: boolean
  created_time: Date
}

interface OrganizationTable extends CodedTable {
  /** The organization that it was added in; nothing for what super administrators add. */
  made_in: Generated<string | null>
}

interface DepartmentTable extends CodedTable {
  org_id: string
}

interface AccountTable {
  id: string
  account: string
  name: string | null
  phone: string | null
  email: string | null
  company: string | null
  head_img: string | null
  enabled: boolean
  super: boolean
  desensitization: boolean
  password_hash: string
  created_time: Date
  last_login: Date | null
  /** Somebody else has given the password: nothing but changing it is answered. */
  must_change_password: Generated<boolean>
  import_id: string | null
}

interface MembershipTable {
  account_id: string
  org_id: string
  dept_id: string | null
}

interface RoleTable {
  id: string
  org_id: string
  dept_id: string | null
  name: string
  description: string | null
  role_type: string | null
  leader: string | null
  created_time: Date
}

/** `org_id` repeats the role's, so that the database itself keeps roles inside memberships. */
interface AccountRoleTable {
  account_id: string
  org_id: string
  role_id: string
}

/** `app_id` is the type-0 root of the node's tree: an application, whose own fields stand in `application`. */
interface MenuNodeTable {
  id: string
  app_id: string
  pid: string | null
  name: string
  name_en: string | null
  code: string
  path: string | null
  type: number
  icon: string | null
  sort: number
  method: string | null
  component: string | null
  link_url: string | null
  i_frame: string | null
  discover_type: string | null
  description: string | null
  enabled: boolean
  inside_flag: string | null
  create_type: string | null
  /** The pool's resource that it was made of, where an application took one. */
  resource_id: string | null
  created_time: Date
}

interface ApplicationTable {
  id: string
  type: string | null
  app_mode: string | null
  open_mode: string | null
  app_url_address: string | null
  /** Specification section 9: 01, 10, 11 or 12. */
  theme_code: string | null
  /** The organization in which it was added; none where a super administrator did. */
  made_in: string | null
}

/** A registered sub-application: specification section 2.12. */
interface SystemConfigTable {
  id: string
  code: string
  name: string
  version: string
  type: number
  port: number | null
  host_name: string | null
  enable: boolean
  /** As an application's. */
  made_in: string | null
  created_time: Date
}

/** What discovery has collected of a system: type 2 page, 3 operation; `pid` is the page of an operation. */
interface PoolResourceTable {
  id: string
  system_code: string
  pid: string | null
  type: number
  method: string | null
  name: string
  path: string | null
  code: string
  description: string | null
  sort: number
  created_time: Date
}

/** One call of addAll, which goes on behind its answer. */
interface DiscoveryJobTable {
  id: string
  account_id: string
  /** Codes of the systems that are still to be stored. */
  waiting: string[]
  added: number
  changed: number
  gone: number
  failed: JSONColumnType<DiscoveryFailure[]>
  started_at: Date
  /** When it last went on: one that stands still has lost its process. */
  touched_at: Date
  ended_at: Date | null
}

/** A system that was not stored: the message by its key, since it is read in the reader's language. */
interface DiscoveryFailure {
  code: string
  key: string
  params: Readonly<Record<string, string | number>>
}

interface ImageTable {
  id: string
  type: string
  bytes: Buffer
  account_id: string
  created_time: Date
}

/** What a person's write under a key was answered; null only inside of its transaction. */
interface IdempotencyKeyTable {
  account_id: string
  key_hash: string
  request_hash: string
  answer: JSONColumnType<{ data: unknown }> | null
  made_at: Date
}
