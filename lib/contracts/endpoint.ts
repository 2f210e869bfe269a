import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { opaque } from './opaque.ts'
import { patterns } from './patterns.ts'
import { text } from './text.ts'

// Without this zod compiles its schemas with `new Function`, which a strict Content-Security-Policy reports.
// A fault without a message of its own gets one here, so that every message is a key of messages/*/validation.json.
z.config({ jitless: true, localeError: (issue) => (issue.input === undefined ? 'required' : 'invalid') })

// biome-ignore lint/suspicious/noExplicitAny: the one place where a schema's type is left open; every use infers it.
export type Schema = z.ZodMiniType<any, any>
export const nothing = z.optional(z.unknown())
export type Nothing = typeof nothing

/** A platform call, described once (specification section 7). The console, the BFF, the platform and the documents read it. */
export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Data extends Schema = Schema,
> {
  readonly summary: string
  /** What the console does without the call, where a platform may lack it. */
  readonly without?: string
  readonly method: 'GET' | 'POST'
  /** Path with `{name}` for parameters; a trailing slash, where the specification has one, counts. */
  readonly path: string
  /** `client`: basic client credentials, before sign-in. `session`: a bearer token. */
  readonly access: 'client' | 'session'
  /** Holding any one of these permission codes is enough; none named: anybody signed in. */
  readonly permissions: readonly string[]
  /** Codes that widen the answer of a call that is open without them; the platform's handler says how. */
  readonly widenedBy?: readonly string[]
  /** `server`: only the console's own server calls it, because its answer or effect is the session itself. */
  readonly caller: 'browser' | 'server'
  readonly encoding: 'none' | 'json' | 'form' | 'multipart'
  readonly answer: 'json' | 'image' | 'audio'
  /** It holds more than an address does, and changes nothing: a read, though by POST. */
  readonly asks?: boolean
  /** It does the work of many calls: a person has few of them under way at once. */
  readonly ofMany?: boolean
  /** Of a list whose rows a platform may answer all at once (`rowsType`): the fields that its file shows of them, in this order. */
  readonly columns?: readonly string[]
  /** Of a list: the fields of a row in which a text of the search is looked for, where it is not the one of its own name. */
  readonly finds?: Readonly<Record<string, readonly string[]>>
  /** Of a list: the searches beyond the specification, heeded where the platform says so in `meta`. */
  readonly beyond?: readonly string[]
  /** The code that means success: 0, and 200 for addAll (specification section 8). */
  readonly success: number
  /** Largest request body in bytes. */
  readonly largestBody: number
  /** What the operation log calls it; only calls that change something have one. */
  readonly operation?: { readonly module: string; readonly type: OperationType }
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly data: Data
}

export type OperationType =
  | 'add'
  | 'update'
  | 'delete'
  | 'enable'
  | 'roles'
  | 'upload'
  | 'discover'
  | 'logout'
  | 'resetPassword'
  | 'viewAs'
  | 'endSessions'
  | 'export'
  | 'restore'

/** What a call says of itself where it is not as most are. */
export type EndpointOptions = Partial<
  Pick<
    Endpoint,
    | 'access'
    | 'widenedBy'
    | 'caller'
    | 'encoding'
    | 'answer'
    | 'asks'
    | 'ofMany'
    | 'columns'
    | 'finds'
    | 'beyond'
    | 'success'
    | 'largestBody'
  >
>

type Given<P extends Schema, Q extends Schema, B extends Schema, D extends Schema> = {
  summary: string
  method: 'GET' | 'POST'
  path: string
  params?: P
  query?: Q
  body?: B
  data?: D
} & EndpointOptions &
  Partial<Pick<Endpoint, 'permissions' | 'operation' | 'without'>>

export function endpoint<
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Nothing,
  D extends Schema = Nothing,
>(given: Given<P, Q, B, D>): Endpoint<P, Q, B, D> {
  const encoding = given.encoding ?? (given.body === undefined ? 'none' : 'json')
  return {
    access: 'session',
    permissions: [],
    caller: 'browser',
    answer: 'json',
    success: 0,
    largestBody: encoding === 'multipart' ? limits.uploadBytes : limits.jsonBytes,
    ...given,
    encoding,
    params: given.params ?? (nothing as unknown as P),
    query: given.query ?? (nothing as unknown as Q),
    body: given.body ?? (nothing as unknown as B),
    data: given.data ?? (nothing as unknown as D),
  }
}

/** Whether a call leaves everything as it is. */
export function isRead({ method, asks }: Pick<Endpoint, 'method' | 'asks'>): boolean {
  return method === 'GET' || asks === true
}

/** What a caller hands in, and what the platform's handler gets after parsing. */
export type Call<E extends Endpoint> = Part<'params', z.input<E['params']>> &
  Part<'query', z.input<E['query']>> &
  Part<'body', z.input<E['body']>>
type Part<Name extends string, Value> = unknown extends Value
  ? { [K in Name]?: undefined }
  : { [K in Name]: Value }

export type DataOf<E extends Endpoint> = z.output<E['data']>

/** Replaces `{name}` by the parameter's value and appends the query; undefined and empty values are left out. */
export function addressOf(endpoint: Endpoint, call: { params?: unknown; query?: unknown }): string {
  const params = (call.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((call.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  return query.size === 0 ? path : `${path}?${query}`
}

/* Pieces that every resource uses. */

/** An id: platforms answer strings or numbers; we keep strings of at most 64 safe characters. */
export const id = requiredId('id')
export const idParams = z.object({ id })

/** The id of a record that there may not be; some platforms say so with an empty text. */
export const optionalId = z.pipe(
  z.nullish(idValue('id')),
  z.pipe(
    z.transform((value: string | number | null | undefined) =>
      value === '' ? null : value === null ? null : value?.toString(),
    ),
    z.nullish(idText('id')),
  ),
)

/**
 * An id that a person has to choose; `missing` is the message for none. A number that JSON cannot tell from its neighbours
 * is none: it would be another record's.
 */
export function requiredId(missing: string) {
  return z.pipe(
    idValue(missing),
    z.pipe(
      z.transform((value: string | number) => String(value)),
      idText(missing),
    ),
  )
}

function idValue(missing: string) {
  return z.union([z.string(), z.number().check(z.refine(Number.isSafeInteger))], missing)
}

function idText(missing: string) {
  return z.string().check(z.minLength(1, { error: missing, abort: true }), z.regex(patterns.id, 'id'))
}

/** A whole number that platforms answer as a number or as its digits. */
export const wholeNumber = z.pipe(
  z.union([z.number(), z.string().check(z.regex(patterns.wholeNumber, 'number'))], 'number'),
  z.pipe(
    z.transform((value: string | number) => Number(value)),
    z.number('number').check(z.int('number')),
  ),
)

const emptyAs = <None>(none: None) =>
  z.pipe(
    z.literal(''),
    z.transform(() => none),
  )

/** A value that may be missing; some platforms say so with an empty text. */
const orNone = <Value extends Schema>(value: Value) => z.nullish(z.union([value, emptyAs(null)]))
export const optionalNumber = orNone(wholeNumber)

/** Platforms may answer digits as a number. */
export const writtenText = z.pipe(z.union([z.string(), z.number()]), z.transform(String))

/** Text that may be missing. */
export const optionalText = z.nullish(writtenText)

/** A text of a row: null is an empty cell. A row without the field has it under another name, and breaks the contract. */
export const shownText = z.pipe(
  z.nullable(writtenText),
  z.transform((value) => value ?? ''),
)

/** A yes or no: `true`, `false`, 0, 1 and their spellings are all accepted. */
export const flag = z.pipe(
  z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])], 'flag'),
  z.transform((value): boolean => value === true || value === 1 || value === '1' || value === 'true'),
)

export const optionalFlag = orNone(flag)

/** The state that a switch shows, by the same rule: null and an empty text are off. */
export const shownFlag = z.pipe(
  z.nullable(z.union([flag, z.literal('')], 'flag')),
  z.transform((value) => value === true),
)

/**
 * A row says by 0 that its operations are disabled for the caller (specification section 2.15 says it of menus): it lies
 * in an organization where they do not have the right, or it belongs to no organization alone. A platform that does not
 * answer it is taken to disable none.
 */
export const isControl = orNone(z.union([wholeNumber, z.pipe(z.boolean(), z.transform(Number))], 'number'))

/** A required text of at most `longest` characters; surrounding blanks do not count. `missing` is the message for none. */
export function requiredText(longest: number, missing = 'required') {
  return text(missing).check(z.minLength(1, missing), z.maxLength(longest, `tooLong:${longest}`))
}

/** A required text from which special characters are stripped as typed (specification section 5). */
export function strippedText(longest: number, missing = 'required') {
  return requiredText(longest, missing).check(withoutSpecialCharacters)
}

export const withoutSpecialCharacters = z.refine<string>(
  (value) => !patterns.specialCharacter.test(value),
  'specialCharacters',
)

/** An optional remark or description, stripped. */
export function strippedRemark(longest: number) {
  return z.nullish(text().check(z.maxLength(longest, `tooLong:${longest}`), withoutSpecialCharacters))
}

/** A search field: at most 50 characters (section 2.7); empty means no filter. */
export const searchText = searchOf()
/** The same, of what `tidy` makes of it. */
export function searchOf(tidy?: (typed: string) => string) {
  return z.optional(
    text(undefined, tidy).check(z.maxLength(limits.searchText, `tooLong:${limits.searchText}`)),
  )
}
const noFilter = emptyAs(undefined)
export const searchFlag = z.optional(z.union([flag, noFilter], 'flag'))

/** The id of a record that a list is narrowed to; empty means no filter. */
export const searchId = z.optional(z.union([id, noFilter]))

/** A column to sort by, `-` before it for the highest or latest first; empty, or without it, the newest come first. */
export function sortBy<const Column extends string>(columns: readonly Column[]) {
  const words = columns.flatMap((column) => [column, `-${column}`] as const)
  return z.optional(z.literal(['', ...words] as ('' | Column | `-${Column}`)[], 'invalid'))
}

/**
 * The version of a record that a detail answers. An update that sends it back is refused with 409 when somebody else
 * changed the record meanwhile (`ChangedMeanwhile` is the refusal's `data`); without it the last one wins. Opaque, or a count.
 */
export const version = z.nullish(z.union([opaque(limits.version), z.pipe(z.int(), z.transform(String))]))

/** Many of them; some platforms answer null for none. */
export function listOf<Item extends Schema>(item: Item) {
  return z.pipe(
    z.nullish(z.array(item)),
    z.transform((items): z.output<Item>[] => items ?? []),
  )
}
