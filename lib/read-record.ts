import type { Endpoint, Schema } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { limits } from '#contracts/limits'
import type { PageMeta } from '#contracts/page'
import { api } from './api'
import { isLastPage } from './last-page'
import { CallError } from './request'

interface Read {
  id?: string | null
  children?: Read[] | null
}
type ListOf<Row> = Endpoint<Schema, Schema, Schema, Schema & { _zod: { output: Paged<Row> } }>
interface Paged<Row> {
  content: Row[]
  meta: PageMeta
}
type Endpoints = Readonly<Record<string, Endpoint>>

/** The call that tells of one record: its own, or one of many records where it has none. */
function reading({ detail, list, tree }: Endpoints): Endpoint | undefined {
  return detail ?? list ?? tree
}

export function isRead(endpoints: Endpoints): boolean {
  return reading(endpoints) !== undefined
}

/** One record as it is now. @throws CallError where it cannot be read */
export async function readRecord(endpoints: Endpoints, id: string): Promise<object> {
  const { detail, list, tree } = endpoints
  if (detail !== undefined) return api(detail, { params: { id } } as never) as Promise<object>
  if (list !== undefined) return readInList(list as ListOf<Read & { id: string }>, id)
  if (tree === undefined) throw new Error('nothing tells of one record')
  const found = below((await api(tree, { query: {} } as never)) as Read[], id)
  if (found === undefined) throw new CallError('refused', codes.notFound)
  return found
}

/** Of a resource without a call for one record. @throws CallError when it is in no page of the list */
export async function readInList<Row extends { id: string }>(list: ListOf<Row>, id: string): Promise<Row> {
  const limit = limits.largestPage
  for (let page = 1, rows = 0; ; page += 1) {
    const { content, meta } = (await api<Endpoint>(list, {
      query: { page, limit },
    } as never)) as Paged<Row>
    const found = content.find((row) => row.id === id)
    if (found !== undefined) return found
    rows += content.length
    if (isLastPage(content.length, rows, meta)) throw new CallError('refused', codes.notFound)
  }
}

function below(rows: readonly Read[], id: string): Read | undefined {
  for (const row of rows) {
    const found = row.id === id ? row : below(row.children ?? [], id)
    if (found !== undefined) return found
  }
  return undefined
}
