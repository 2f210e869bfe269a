import type * as z from 'zod/mini'
import type { Schema } from '#contracts/endpoint'
import { describe } from './mask.ts'

interface DataFault {
  /** The exact place, such as `data.content[3].enabled`. */
  at: string
  contract: string
  came: string
}

/** Faults beyond so many are of the same kind. */
const mostFaults = 5

/** A place whichever row it is in, and however deep in a tree. */
export function kindOf(at: string): string {
  return at.replace(/\[\d+\]/g, '[]').replace(/(\[\]\.children)+(?=\[\])/g, '')
}

/** Where a value breaks the schema, each kind of fault once. Gives the parsed value where it does not. */
export function readData(schema: Schema, data: unknown): { value: unknown } | { faults: DataFault[] } {
  const result = schema.safeParse(data ?? undefined)
  if (result.success) return { value: result.data }
  const faults: DataFault[] = result.error.issues.map((issue: z.core.$ZodIssue) => faultOf(issue, data))
  const places = new Set<string>()
  const kinds = faults.filter(({ at }) => {
    const place = kindOf(at)
    return places.has(place) ? false : places.add(place)
  })
  return { faults: kinds.slice(0, mostFaults) }
}

function faultOf(issue: z.core.$ZodIssue, data: unknown): DataFault {
  const value = valueAt(data, issue.path)
  const field = String(issue.path.filter((part) => typeof part === 'string').at(-1) ?? '')
  return { at: placeOf(issue.path), contract: expectationOf(issue), came: describe(value, field) }
}

function placeOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (so, part) => so + (typeof part === 'number' ? `[${part}]` : `.${String(part)}`),
    'data',
  )
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  )
}

/** The rules of the contract's pieces (`lib/contracts/endpoint.ts`), by the keys of their messages. */
const rules: Record<string, string> = {
  id: 'an id: a number, or a text of 1 to 64 letters, digits, _ and -',
  flag: 'a flag: true, false, 0 or 1',
  number: 'a whole number',
}
const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

function expectationOf(issue: z.core.$ZodIssue): string {
  const rule = rules[issue.message]
  if (rule !== undefined) return rule
  if (issue.code === 'invalid_type') return kinds[issue.expected] ?? issue.expected
  if (issue.code === 'invalid_union') {
    const options = issue.errors.flat().map((inner) => expectationOf(inner))
    const different = [...new Set(options)]
    return different.length > 0 ? different.join(' or ') : 'one of the allowed values'
  }
  if (issue.code === 'invalid_value') return issue.values.map((value) => describe(value)).join(' or ')
  if (issue.code === 'too_small') return 'a value that is not empty'
  return 'a value as the contract describes it'
}
