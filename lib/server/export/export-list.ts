import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { getTranslations } from 'next-intl/server'
import * as z from 'zod/mini'
import type { ResourceRow } from '#contracts/assets'
import { flatRows } from '#contracts/collected'
import type { Schema } from '#contracts/endpoint'
import { pacedStream } from '#contracts/paced-stream'
import { type FiledKey, filed, resources } from '#contracts/registry'
import { frame, frameKinds } from '#lib/export-frames'
import { asTimeZone, timeZoneCookie } from '#lib/i18n/time-zone'
import { readListQuery } from '#lib/list-address'
import { failed, type Result, succeeded } from '#lib/result'
import { asInstants } from '#lib/search-instants'
import { failureRefusal, type Refusal, sessionRefusal, tooMany } from '#lib/server/bff/refusals'
import type { SessionCall } from '#lib/server/bff/session-route'
import { requestIdHeader } from '#lib/server/http/request-id'
import { apiHeaders } from '#lib/server/http/responses'
import { log } from '#lib/server/log'
import { placeName } from '#lib/system-name'
import { columnsOf } from './columns'
import { readRows } from './read-rows'
import { fileOf, formats, type Progress } from './write-file'

/** What a page asks for: its list, as its address says it, as a file. */
export const exportRequest = z.object({
  list: z.enum(Object.keys(filed) as FiledKey[]),
  format: z.enum(formats),
  search: z.record(z.string().check(z.maxLength(50)), z.string().check(z.maxLength(200))),
})
type ExportRequest = z.output<typeof exportRequest>

/** Files that this process makes at once: a platform need not have a bound of its own for each person. */
const most = { atOnce: 4, ofOnePerson: 2 }
/** Milliseconds between two words on how far it has come; and after which it says that it is still there, before a proxy gives up. */
const tellEvery = 300
const patience = 3000
/** Milliseconds after which a browser that takes nothing is taken for one that has gone. */
const readerPatience = 60_000

const places = new Set<{ userId: string | undefined }>()

/** A list as a file, made while its rows come: no more of it is held than is on its way. */
export async function exportList(call: SessionCall<ExportRequest>): Promise<Result<Response, Refusal>> {
  const refusal = sessionRefusal(call)
  if (refusal !== undefined) return failed(refusal)
  const { body, locale, session, request } = call
  const place = { userId: session?.userId }
  const own = [...places].filter(({ userId }) => userId === place.userId)
  if (places.size >= most.atOnce || own.length >= most.ofOnePerson) return failed(tooMany)
  places.add(place)
  const gone = new AbortController()
  request.signal.addEventListener('abort', () => gone.abort(), { once: true })
  const leave = () => {
    places.delete(place)
    gone.abort()
  }
  try {
    const { name } = resources[body.list]
    const list = filed[body.list]
    const timeZone = asTimeZone(request.cookies.get(timeZoneCookie)?.value)
    const { search, text } = readListQuery(list.query as ObjectSchema, body.search)
    const query = { ...search, ...asInstants(text, timeZone) }
    const rows = await readRows({ list, query, caller: call, signal: gone.signal })
    if (!rows.ok) {
      leave()
      return failed(failureRefusal(rows.failure))
    }
    const t = await getTranslations({ locale, namespace: 'operation' })
    const systemName = placeName(session?.context, locale)
    const progress = { rows: 0, more: false }
    const file = fileOf(
      body.format,
      {
        title: name[locale],
        columns: await columnsOf(body.list, {
          locale,
          timeZone,
          systemName,
          isProved: rows.data.proof !== undefined,
        }),
        rows: rows.data,
        flat: (some) => (body.list === 'assets' ? flatRows(some as ResourceRow[]) : some),
        proofLabel: (id) => t('proof', { id }),
      },
      progress,
    )
    const headers = apiHeaders()
    headers.set('content-type', 'application/octet-stream')
    headers.set('x-accel-buffering', 'no')
    const requestId = call.headers.get(requestIdHeader)
    const stream = pacedStream(framesOf(file, progress, requestId), {
      encode: (frames) => frames,
      patience: readerPatience,
      leave,
    })
    return succeeded(new Response(stream, { headers }))
  } catch (error) {
    leave()
    throw error
  }
}

type ObjectSchema = z.ZodMiniObject<Record<string, Schema>>

async function* framesOf(
  file: AsyncIterable<Uint8Array>,
  progress: Progress,
  requestId: string | null,
): AsyncGenerator<Uint8Array> {
  const parts = file[Symbol.asyncIterator]()
  const ask = () => {
    const next = parts.next()
    // It may fail while the page takes what came before: that is heard when it is its turn.
    next.catch(() => {})
    return next
  }
  let toldAt = Date.now()
  let late = wait(patience, undefined, { ref: false })
  try {
    for (let next = ask(); ; ) {
      const part = await Promise.race([next, late])
      if (part?.done) break
      if (part === undefined) late = wait(patience, undefined, { ref: false })
      if (part !== undefined) {
        next = ask()
        yield* frame(frameKinds.bytes, part.value)
      }
      if (Date.now() - toldAt < tellEvery) continue
      toldAt = Date.now()
      yield* frame(frameKinds.progress, { rows: progress.rows })
    }
    yield* frame(frameKinds.end, progress)
  } catch (error) {
    log.warn('export broke off', { requestId, rows: progress.rows, cause: String(error).slice(0, 200) })
    yield* frame(frameKinds.fault, { rows: progress.rows })
  } finally {
    await parts.return?.().catch(() => {})
  }
}
