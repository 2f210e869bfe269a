import { type Endpoint, type Schema, searchFlag, searchId } from '#contracts/endpoint'
import { isPaged, searchFieldsOf, searchTextsOf } from '#contracts/list-search'
import { entryIsNormal, entryRow } from '#contracts/log'
import { type EndpointName, endpoints } from '#contracts/registry'
import { searchTime } from '#contracts/search-time'

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

/** The id of nothing. */
const nobodys = 'conformance-none-7q'
const flags = ['true', 'false'] as const

/** What the fields of a list's search match, as far as their kind in the contract says it. */
function filtersOf(endpoint: Endpoint): Filter[] {
  const texts = searchTextsOf(endpoint).map(([param, fields]) => ({
    kind: 'contains' as const,
    param,
    fields,
  }))
  const others = Object.entries(searchFieldsOf(endpoint)).map(([param, field]) => ({
    ...{ kind: 'one' as const, param },
    values: valuesOf(param, field),
  }))
  return [
    ...texts.filter(({ fields }) => fields.length > 0),
    ...others.filter(({ values }) => values.length > 0),
  ].map((filter) => ({ ...filter, ...(endpoint.beyond?.includes(filter.param) && { beyond: true }) }))
}

function valuesOf(param: string, field: Schema): [sent: string, fits: (row: Row) => boolean][] {
  if (field === searchFlag) return flags.map((sent) => [sent, (row) => String(row[param]) === sent])
  if (field === searchId) return [[nobodys, () => false]]
  // Of a range: one that begins after all there is, or ends before.
  if (field === searchTime) return [[/^begin|From$/.test(param) ? '2999-01-01' : '2001-01-01', () => false]]
  return []
}

const normal = (row: Row) => entryIsNormal(entryRow.parse(row))
/** What lists have besides: numbers that stand for something, and that their rows come without anybody's doing. */
const particular: Partial<Record<EndpointName, Partial<ListKind>>> = {
  'operation.list': {
    grows: true,
    newestBy: 'createTime',
    filters: [
      {
        kind: 'one',
        param: 'status',
        values: ['1', '2', '3'].map(
          (status) => [status, (row: Row) => row.status === Number(status)] as const,
        ),
      },
    ],
  },
  'entryLog.list': {
    grows: true,
    newestBy: 'loginTime',
    filters: [
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
  'online.list': { grows: true },
}

/** The paged lists, with what a search in them matches (section 2 of the specification, a page each). */
export const lists: readonly ListKind[] = Object.entries<Endpoint>(endpoints)
  .filter(([, endpoint]) => isPaged(endpoint))
  .map(([name, endpoint]) => {
    const call = name as EndpointName
    const { filters = [], ...more } = particular[call] ?? {}
    return { call, ...more, filters: [...filtersOf(endpoint), ...filters] }
  })
