import type { Endpoint, Schema } from '#contracts/endpoint'
import { resources } from '#contracts/registry'
import type { Resource } from '#contracts/resource'
import { api } from './api'
import { isSame, type KeyOf, mergeForm } from './merge'
import { isRead, readRecord } from './read-record'
import { switches } from './value-text'

/** One field of a logged change. */
export interface FieldChange {
  field: string
  before?: unknown
  after?: unknown
}

/** Why it cannot be put back: only a part of it is kept, only how much it was, or no form has it. */
type Lasting = 'masked' | 'counted' | 'formless'

/** A field on its way back: what the record holds now, and the write that puts it back, unless somebody changes the record first. */
interface PuttingBack {
  now: unknown
  isSame: boolean
  /** What the record is now has no such field: a button has no icon. */
  isGone?: boolean
  write: () => Promise<unknown>
}

/** What a form checks besides before it stores something. @throws CallError */
export type Check = (body: Values, stored: Values) => Promise<void>

type Shape = Readonly<Record<string, Schema>>
export type Values = Readonly<Record<string, unknown>>

function endpointsOf(module: string): Readonly<Record<string, Endpoint>> {
  return (resources as Record<string, Resource>)[module]?.endpoints ?? {}
}

/** What a form may be: one shape, or one for each kind of record, which its `by` tell apart. */
interface Form {
  shape: Shape
  by: readonly string[]
}

function formsOf(schema: Schema | undefined): Form[] {
  const { shape, def } = (schema ?? {}) as {
    shape?: Shape
    def?: { options?: readonly Schema[]; discriminator?: string }
  }
  if (shape !== undefined) return [{ shape, by: [] }]
  const by = def?.discriminator === undefined ? [] : [def.discriminator]
  return (def?.options ?? []).flatMap(formsOf).map((form) => ({ ...form, by: [...by, ...form.by] }))
}

const shapeOf = (schema: Schema | undefined): Shape | undefined => formsOf(schema)[0]?.shape

/** The shape of such a record. */
function shapeFor(schema: Schema | undefined, record: Values): Shape {
  const fits = ({ shape, by }: Form) => by.every((name) => shape[name]?.safeParse(record[name]).success)
  return formsOf(schema).find(fits)?.shape ?? {}
}

/** A switch has a call of its own, where there is one. */
function switchOf(module: string, field: string): Endpoint | undefined {
  return switches.includes(field) ? endpointsOf(module).updateEnable : undefined
}

/** Why a field stays as it is; nothing where it can be put back. */
export function lasting(module: string, { field, before }: FieldChange): Lasting | undefined {
  if (field === 'credential' || (typeof before === 'string' && before.includes('****'))) return 'masked'
  if (typeof before === 'object' && before !== null && 'count' in before) return 'counted'
  const endpoints = endpointsOf(module)
  if (!isRead(endpoints)) return 'formless'
  if (switchOf(module, field) !== undefined) return undefined
  const fits = ({ shape }: Form) => valueFor(shape[field], before) !== undefined
  return formsOf(endpoints.update?.body).some(fits) ? undefined : 'formless'
}

/**
 * Reads the record as it is now; `changes` is all that was changed with the field. @throws CallError where it cannot be read
 */
export async function preparePutBack(
  module: string,
  id: string,
  change: FieldChange,
  { changes = [], check }: { changes?: readonly FieldChange[]; check?: Check | undefined } = {},
): Promise<PuttingBack> {
  const endpoints = endpointsOf(module)
  const stored = (await readRecord(endpoints, id)) as Values
  const { field, before } = change
  const now = stored[field]
  const own = switchOf(module, field)
  if (own !== undefined) {
    const value = { id, enabled: before === true ? 1 : 0 }
    const query = shapeOf(own.query) && value
    const body = shapeOf(own.body) && value
    const write = () => api(own, { params: undefined, query, body } as never)
    return { now, isSame: now === before, write }
  }
  const { update } = endpoints
  if (update === undefined) throw new Error(`no update of ${module}`)
  const body = putBackBody(update.body, stored, change, changes)
  const shape = shapeFor(update.body, stored)
  const isKind = field in body && !(field in shape)
  return {
    now,
    isSame: !isKind && isSame(body[field], valueFor(shape[field], editable(now))),
    isGone: !(field in body),
    write: async () => {
      await check?.(body, stored)
      return api(update, { body } as never)
    },
  }
}

/**
 * What the ordinary update sends: the record as it is, but for the one field. Where that makes another kind of record of
 * it, the fields that only that kind has are put back along with it.
 */
export function putBackBody(
  schema: Schema,
  stored: Values,
  { field, before, after }: FieldChange,
  changes: readonly FieldChange[] = [],
): Values {
  const now = shapeFor(schema, stored)
  const then = shapeFor(schema, { ...stored, [field]: before })
  const along = new Map(changes.map((change) => [change.field, change.before]))
  const valueIn = (name: string) => {
    const own = valueFor(then[name], editable(stored[name]))
    if (name === field) {
      const [was, is] = [before, after].map((value) => valueFor(then[name], value))
      return Array.isArray(was) ? undone(was, is, own) : was
    }
    return name in now ? own : (valueFor(then[name], along.get(name)) ?? own)
  }
  const values = Object.keys(then)
    .filter((name) => name === field || !isOnlyNamedToChange(name))
    .map((name) => [name, valueIn(name)])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/**
 * An account's roles, where they come along, are replaced, and take a right of their own; a menu entry's application goes
 * with its parent.
 */
function isOnlyNamedToChange(name: string): boolean {
  return name === 'usersRoleList' || name === 'systemId'
}

/**
 * The list as it is now, but for what the change made of it: the log keeps only the part that its author saw, and of that only
 * what its reader may see.
 */
function undone(before: unknown[], after: unknown = [], now: unknown = []): unknown {
  const merged = mergeForm({ list: after }, { list: before as unknown }, { list: now }, { list: { keyOf } })
  return merged.values.list
}

const keyOf: KeyOf = (one) => (typeof one === 'object' ? one.orgId : one)

/** Of a list what is the caller's to change: the rest is left out of an update, and stays. */
function editable(value: unknown): unknown {
  return Array.isArray(value)
    ? value.filter((one) => (one as { isControl?: unknown } | null)?.isControl !== 0)
    : value
}

/** The value as the form takes it: references by their ids. */
function valueFor(schema: Schema | undefined, value: unknown): unknown {
  const idOf = (one: unknown) => (typeof one === 'object' && one !== null && 'id' in one ? one.id : one)
  const forms = [
    value,
    value ?? null,
    value ?? '',
    idOf(value),
    Array.isArray(value) ? value.map(idOf) : value,
  ]
  const fitting = forms.find((form) => form !== undefined && schema?.safeParse(form).success)
  return Array.isArray(fitting) ? schema?.safeParse(fitting).data : fitting
}
