import * as z from 'zod/mini'
import { flag, id, idParams, type Schema, version } from './endpoint.ts'
import { paged, pageQuery } from './page.ts'
import { switchBody, switchQuery } from './switch.ts'

/** The calls that most resources have; `path` as the specification's section 7 writes it. */

type Shape = z.core.$ZodShape

/** A page of rows, searched by `search`. */
export function listCall<Search extends Shape, Row extends Shape>(
  summary: string,
  path: string,
  search: z.ZodMiniObject<Search>,
  row: z.ZodMiniObject<Row>,
  told: {
    columns: readonly (keyof Row & string)[]
    finds?: Partial<Record<keyof Search, readonly (keyof Row & string)[]>>
    beyond?: readonly (keyof Search & string)[]
  },
) {
  const query = z.extend(pageQuery, search.shape)
  return { summary, method: 'GET', path, action: 'search', query, data: paged(row), ...told } as const
}

/** One record, with its version. */
export function detailCall<Data extends Schema>(summary: string, path: string, data: Data) {
  return { summary, method: 'GET', path, action: 'detail', params: idParams, data } as const
}

export function addCall<Body extends Schema>(summary: string, path: string, body: Body) {
  return { summary, method: 'POST', path, action: 'add', body } as const
}

/** Its body is the form with the record's id and the version that it was read in. */
export function updateCall<Form extends Shape>(summary: string, path: string, form: z.ZodMiniObject<Form>) {
  const body = z.extend(form, { id, version })
  return { summary, method: 'POST', path, action: 'update', body } as const
}

export function removeCall(summary: string, path: string) {
  return { summary, method: 'POST', path, action: 'delete', params: idParams } as const
}

const switched = z.object({ id, enabled: flag })
const switchPlaces = {
  query: { query: switched },
  body: { body: switched },
  /** Where the specification says both or neither: the console sends both, the platform takes either (`askedSwitch`). */
  either: { query: switchQuery, body: switchBody },
}

/** @param place where `id` and `enabled` travel by the specification; without its word, in the query */
export function switchCall<Place extends keyof typeof switchPlaces>(
  summary: string,
  path: string,
  place: Place,
) {
  return { summary, method: 'POST', path, action: 'updateEnable', ...switchPlaces[place] } as const
}
