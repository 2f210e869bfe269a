import 'server-only'
import type { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import type * as z from 'zod/mini'
import { answered } from '#contracts/answered'
import { addressOf, type Call, type Endpoint } from '#contracts/endpoint'
import { endsSession } from '#contracts/envelope'
import { limits } from '#contracts/limits'
import type { PageMeta } from '#contracts/page'
import { rowsBeginning, rowsClientHeader, rowsEnd, rowsType } from '#contracts/rows'
import { isLastPage } from '#lib/last-page'
import { failed, type Result, succeeded } from '#lib/result'
import { parseJson } from '#lib/server/http/parse-json'
import { type Failure, platform } from '#lib/server/http/platform'
import { exchange, TransportError } from '#lib/server/http/transport'
import { basicCredentials, type Caller, upstreamHeaders } from '#lib/server/http/upstream-headers'

/** Pages that are read of a platform that hands out nothing else; what lies behind is left out, and told. */
const mostPages = 1000

/** All rows of a list, some hundred at a time. A reading that breaks off throws. */
export interface Rows {
  /** Names the export and seals its lines, where the platform proves them. */
  proof?: { id: string; key: string } | undefined
  batches: AsyncGenerator<readonly object[], 'all' | 'more'>
}

interface Reading {
  list: Endpoint
  query: object
  caller: Caller
  signal: AbortSignal
}

/** At once, as one moment had them, where the platform answers that; else page by page. */
export async function readRows(reading: Reading): Promise<Result<Rows, Failure>> {
  const { list, query, caller, signal } = reading
  try {
    const { status, headers, body } = await exchange({
      method: 'GET',
      path: addressOf(list, { query }),
      headers: {
        ...upstreamHeaders(caller),
        accept: `${rowsType}, application/json;q=0.5`,
        [rowsClientHeader]: basicCredentials(),
      },
      signal,
      streams: new RegExp(`^${rowsType}`),
    })
    if (status === 200 && headers['content-type']?.startsWith(rowsType)) return await asRows(list, body)
    const answer = answered.safeParse(parseJson(await readText(body)))
    if (!answer.success) return failed({ kind: 'unreachable' })
    const { code, msg } = answer.data
    if (endsSession(code)) return failed({ kind: 'ended' })
    // A platform that cares for the type alone may have said that it does not know this one.
    const isRefused = code !== list.success && status !== notAcceptable
    return isRefused ? failed({ kind: 'refused', code, status, message: msg ?? '' }) : await asPages(reading)
  } catch (error) {
    const isLate = error instanceof TransportError && error.fault === 'timeout'
    return failed({ kind: isLate ? 'timeout' : 'unreachable' })
  }
}

const notAcceptable = 406

async function asRows(list: Endpoint, body: Readable): Promise<Result<Rows, Failure>> {
  const lines = linesOf(body)
  const first = rowsBeginning.parse(parseJson((await lines.next()).value ?? ''))
  const { id, key } = first.begin
  return succeeded({ proof: key ? { id, key } : undefined, batches: batchesOf(list, lines) })
}

async function* batchesOf(list: Endpoint, lines: AsyncGenerator<string, void>): Rows['batches'] {
  const rows = rowsSchema(list)
  let count = 0
  for await (const line of lines) {
    const told = parseJson(line)
    if (!Array.isArray(told)) {
      if (rowsEnd.parse(told).end.rows !== count) break
      return 'all'
    }
    count += told.length
    yield rows.parse(told)
  }
  throw new TransportError('unreachable', new Error('the rows broke off'))
}

async function* linesOf(body: Readable): AsyncGenerator<string, void> {
  let rest: Buffer[] = []
  for await (const chunk of body as AsyncIterable<Buffer>) {
    let from = 0
    for (let to = chunk.indexOf(10); to !== -1; to = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, to)]).toString('utf8')
      rest = []
      from = to + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
  }
}

/** The schema of a list's rows, many at a time. */
function rowsSchema(list: Endpoint): z.ZodMiniType<object[]> {
  return (list.data as unknown as { shape: { content: z.ZodMiniType<object[]> } }).shape.content
}

async function asPages(reading: Reading): Promise<Result<Rows, Failure>> {
  const first = await page(reading, 1)
  return first.ok ? succeeded({ batches: pagesFrom(reading, first.data) }) : first
}

type Page = { content: object[]; meta: PageMeta }

function page({ list, query, caller }: Reading, at: number) {
  const call = { query: { ...query, page: at, limit: limits.largestPage } } as unknown as Call<Endpoint>
  return platform(list, call, caller) as Promise<Result<Page, Failure>>
}

async function* pagesFrom(reading: Reading, first: Page): Rows['batches'] {
  let { content, meta } = first
  for (let at = 1, rows = content.length; ; rows += content.length) {
    yield content
    if (isLastPage(content.length, rows, meta)) return 'all'
    if (at === mostPages) return 'more'
    if (reading.signal.aborted) throw new TransportError('clientGone')
    at += 1
    const next = await page(reading, at)
    if (!next.ok) throw new TransportError('unreachable', new Error(codeOf(next.failure)))
    content = next.data.content
    meta = next.data.meta
  }
}

const codeOf = (failure: Failure) => (failure.kind === 'refused' ? String(failure.code) : failure.kind)
