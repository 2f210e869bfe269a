import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { endpoints } from '#contracts/registry'

type Piece = z.core.$ZodTypeDef & {
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  element?: z.core.$ZodType
  valueType?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  shape?: Readonly<Record<string, z.core.$ZodType>>
}

/** The places in a schema of what is one `kind` alone, and of nothing that takes it in another form. */
function places(
  schema: z.core.$ZodType,
  kind: 'array' | 'number' | 'string',
  place: string,
  seen = new Set<unknown>(),
): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const within = (next: z.core.$ZodType, name = '') => places(next, kind, place + name, seen)
  const { type, innerType, in: from, out, element, valueType, options, shape } = schema._zod.def as Piece
  // Of what is caught nothing is refused.
  if (type === 'catch') return []
  // What stands within takes null as a whole.
  const held = innerType && ((innerType._zod.def as Piece).in ?? innerType)
  if (kind === 'array' && type === 'nullable' && held?._zod.def.type === 'array') {
    return within((held._zod.def as Piece).element ?? held, '[]')
  }
  // What a page is made a list of comes afterwards.
  const input = from?._zod.def.type === 'transform' ? out : from
  // A number or its digits.
  const forms = options?.map((option) => option._zod.def.type) ?? []
  if (kind !== 'array' && forms.includes('number') && forms.includes('string')) return []
  return [
    ...(type === kind ? [place] : []),
    ...[innerType, input].flatMap((next) => (next === undefined ? [] : within(next))),
    ...(options ?? []).flatMap((next) => within(next)),
    ...(element === undefined ? [] : within(element, '[]')),
    ...(valueType === undefined ? [] : within(valueType, '{}')),
    ...Object.entries(shape ?? {}).flatMap(([name, next]) => within(next, `.${name}`)),
  ]
}
const inAnswers = (kind: Parameters<typeof places>[1]) =>
  Object.entries(endpoints)
    // Its ten thousand nodes are checked by as little as can be.
    .filter(([name]) => kind === 'array' || name !== 'menu.findAllPermission')
    .flatMap(([name, { data }]) => places(data, kind, name))

test('CALL-3 LIST-2 an empty list may be null in every answer, as servers in Go and Java write it', () => {
  expect(inAnswers('array')).toEqual([])
})

test('CALL-3 LIST-2 a number may be its digits in every answer', () => {
  expect(inAnswers('number').filter((place) => !/[vV]ersion$/.test(place))).toEqual([])
})

test('CALL-3 LIST-2 a text of digits may be a number in every answer', () => {
  // Words of the contract, and texts that are no name, no code and no account.
  const words = /(?:token|upload|meta\.\w+\[\]|[vV]ersion|kind|field|message|reason|calls\[\]|btns\[\]|\{\})$/
  expect(inAnswers('string').filter((place) => !words.test(place))).toEqual([])
})

test('LIST-2 what a page may say of itself may be null', () => {
  const meta = { page: 1, limit: 10, count: 0, atLeast: null, sorts: null, filters: null, calls: null }
  for (const call of ['account.list', 'operation.list', 'access.holders'] as const)
    expect(endpoints[call].data.safeParse({ content: null, meta }).error?.issues, call).toBeUndefined()
})
