import { entryIsNormal, entryRow } from '#contracts/log'
import type { EndpointName } from '#contracts/registry'

export type Row = Readonly<Record<string, unknown>>

export type Filter = {
  /** Not of the specification: looked at where the list says that it heeds it. */ beyond?: true
} /** The text is in one of the row's fields, in whatever case. */ & (
  | { kind: 'contains'; param: string; fields: readonly string[] }
  /** One of these values, and whether a row is of it. */
  | { kind: 'one'; param: string; values: readonly (readonly [sent: string, fits: (row: Row) => boolean])[] }
)

export interface ListKind {
  call: EndpointName
  filters: readonly Filter[]
  /** Rows come without anybody's doing: what is on which page may move meanwhile. */
  grows?: boolean
  /** The field by which the newest rows come first. */
  newestBy?: string
}

const contains = (param: string, ...fields: string[]): Filter => ({
  kind: 'contains',
  param,
  fields: fields.length > 0 ? fields : [param],
})
const enabled: Filter = {
  kind: 'one',
  param: 'enabled',
  values: [
    ['true', (row) => row.enabled === true],
    ['false', (row) => row.enabled === false],
  ],
}
/** The id of nothing. */
const nobodys = 'conformance-none-7q'
const normal = (row: Row) => entryIsNormal(entryRow.parse(row))

/** The paged lists, with what a search in them matches (section 2 of the specification, a page each). */
export const lists: readonly ListKind[] = [
  {
    call: 'account.list',
    filters: [
      contains('account'),
      contains('phone'),
      enabled,
      { ...contains('name'), beyond: true },
      {
        kind: 'one',
        param: 'locked',
        values: [
          ['true', (row) => row.locked === true],
          ['false', (row) => row.locked === false],
        ],
        beyond: true,
      },
      { kind: 'one', param: 'lastLoginTo', values: [['2001-01-01', () => false]], beyond: true },
      { kind: 'one', param: 'lastLoginFrom', values: [['2999-01-01', () => false]], beyond: true },
      ...['orgId', 'deptId', 'roleId'].map(
        (param): Filter => ({
          kind: 'one',
          param,
          values: [[nobodys, () => false]],
          beyond: true,
        }),
      ),
    ],
  },
  { call: 'department.list', filters: [contains('name', 'name', 'code', 'orgName'), enabled] },
  { call: 'role.list', filters: [contains('roleName', 'name')] },
  { call: 'organization.list', filters: [contains('name', 'name', 'code'), enabled] },
  { call: 'allocation.list', filters: [contains('code'), contains('name')] },
  { call: 'apply.list', filters: [contains('seachStr', 'name', 'code')] },
  { call: 'access.holders', filters: [] },
  { call: 'assets.findAll', filters: [contains('resourceName', 'name')] },
  {
    call: 'operation.list',
    grows: true,
    newestBy: 'createTime',
    filters: [
      contains('userName', 'username'),
      contains('menuName'),
      contains('opType'),
      {
        kind: 'one',
        param: 'status',
        values: ['1', '2', '3'].map(
          (status) => [status, (row: Row) => row.status === Number(status)] as const,
        ),
      },
      { kind: 'one', param: 'endTime', values: [['2001-01-01', () => false]] },
      { kind: 'one', param: 'beginTime', values: [['2999-01-01', () => false]] },
    ],
  },
  {
    call: 'entryLog.list',
    grows: true,
    newestBy: 'loginTime',
    filters: [
      contains('userName'),
      contains('requestIp'),
      {
        kind: 'one',
        param: 'loginResult',
        values: [
          ['1', normal],
          ['2', (row) => !normal(row)],
        ],
      },
    ],
  },
  { call: 'online.list', grows: true, filters: [contains('filter', 'userName', 'ip')] },
]
