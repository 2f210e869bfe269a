import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { endpoints } from '#contracts/registry'

type Piece = z.core.$ZodTypeDef & {
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  element?: z.core.$ZodType
  valueType?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  shape?: Readonly<Record<string, z.core.$ZodType>>
}

/** The places of a schema's lists that do not take null. */
function refusing(schema: z.core.$ZodType, place: string, seen = new Set<unknown>()): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const within = (next: z.core.$ZodType, name = '') => refusing(next, place + name, seen)
  const { type, innerType, in: input, element, valueType, options, shape } = schema._zod.def as Piece
  // What stands within takes null as a whole.
  if (type === 'nullable' && innerType?._zod.def.type === 'array') {
    return within((innerType._zod.def as Piece).element ?? innerType, '[]')
  }
  return [
    ...(type === 'array' ? [place] : []),
    ...[innerType, input].flatMap((next) => (next === undefined ? [] : within(next))),
    ...(options ?? []).flatMap((next) => within(next)),
    ...(element === undefined ? [] : within(element, '[]')),
    ...(valueType === undefined ? [] : within(valueType, '{}')),
    ...Object.entries(shape ?? {}).flatMap(([name, next]) => within(next, `.${name}`)),
  ]
}

test('CALL-3 LIST-2 an empty list may be null in every answer, as servers in Go and Java write it', () => {
  const answers = Object.entries(endpoints).flatMap(([name, { data }]) => refusing(data, name))
  expect(answers).toEqual([])
})

test('LIST-2 what a page may say of itself may be null', () => {
  const meta = { page: 1, limit: 10, count: 0, atLeast: null, sorts: null, filters: null, calls: null }
  for (const call of ['account.list', 'operation.list', 'access.holders'] as const)
    expect(endpoints[call].data.safeParse({ content: null, meta }).error?.issues, call).toBeUndefined()
})
