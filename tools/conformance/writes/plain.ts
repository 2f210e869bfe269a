import * as z from 'zod/mini'
import type { Endpoint, Schema } from '#contracts/endpoint'
import { limits } from '#contracts/limits'
import { searchTextsOf } from '#contracts/list-search'
import { endpoints, type KeyWith, pagesWith } from '#contracts/registry'
import type { Probe } from '../probe.ts'
import type { RawInput } from '../request.ts'
import { makeRecord, rowsSaying, switchedBy, usual } from './record.ts'
import type { Steps } from './steps.ts'

/** What is made in a way of its own: it holds others, or needs some. */
const particular = ['account', 'role', 'apply'] as const
type PlainKey = Exclude<KeyWith<'detail'>, (typeof particular)[number]>
/** Records of texts, numbers and a switch, in an organization or beside them. */
export const plainKeys = pagesWith('detail').filter(
  (key): key is PlainKey => !(particular as readonly string[]).includes(key),
)

/** A form whose fields hold what the contract takes there. */
export function plainForm(key: PlainKey, own: string, orgId?: string): Record<string, unknown> {
  const { shape } = endpoints[`${key}.add`].body
  const values = [true, `conformance-${own}`, `conformance.${own}`, `CONFORMANCE${own}`, 1]
  const takenBy = (schema: Schema) => values.find((value) => z.safeParse(schema, value).success)
  return Object.fromEntries(
    Object.entries<Schema>(shape).map(([field, schema]) => [
      field,
      field === 'orgId' ? orgId : takenBy(schema),
    ]),
  )
}

/** Makes such a record, and gives its id. */
export async function makePlain(
  probe: Probe,
  steps: Steps,
  key: PlainKey,
  own: string,
  orgId?: string,
): Promise<string> {
  const { list, updateEnable }: Record<'list' | 'updateEnable', Endpoint> = {
    list: endpoints[`${key}.list`],
    updateEnable: endpoints[`${key}.updateEnable`],
  }
  const body = plainForm(key, own, orgId)
  const tooLong = firstTooLong(endpoints[`${key}.add`].body.shape.name)
  const [[search, [field = 'code']] = ['', ['code']]] = searchTextsOf(list)
  const made = await makeRecord(probe, steps, {
    ...usual(key),
    ...switchedBy(`${key}.updateEnable`, (sent) => whereverTaken(updateEnable, sent)),
    body: (letter = '') => ({ ...body, code: `${body.code}${letter}` }),
    bad: { with: { name: tooLong }, what: `a name of ${tooLong.length} characters` },
    edit: { name: `conformance-${own}-2` },
    unique: true,
    find: (sent) => {
      const text = String(sent[field]).slice(0, limits.searchText)
      return rowsSaying(probe, `${key}.list`, { [search]: text }, ['code', sent.code])
    },
  })
  return made.id
}

function whereverTaken({ query, body }: Endpoint, given: Record<string, unknown>): RawInput {
  return { ...('shape' in query && { query: given }), ...('shape' in body && { body: given }) }
}

function firstTooLong(schema: Schema): string {
  let text = 'x'
  while (z.safeParse(schema, text).success) text += 'x'
  return text
}
