import type { Context } from 'hono'
import * as z from 'zod/mini'
import type { Endpoint, Schema } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { limits } from '#contracts/limits'
import { type MessageKey, validationText } from '#platform/kernel/messages'
import { type FieldRefusal, overloaded, Refusal, refusalOf } from '#platform/kernel/refusal'
import type { Env } from './call.ts'
import { formOf } from './form.ts'

const bodyTypes: Partial<Record<Endpoint['encoding'], string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
}

/**
 * Waits for the whole body, and keeps it for `readInput`: what its sender may do is asked when it is there, however long that
 * took. `hold` is told how many bytes are kept by now, and says whether there is room for them.
 */
export async function takeBody(
  c: Context<Env>,
  { encoding, largestBody }: Endpoint,
  hold: (size: number) => boolean,
): Promise<void> {
  if (bodyTypes[encoding] === undefined) return
  // Only pictures are uploaded.
  const tooLarge = encoding === 'multipart' ? 'imageTooLarge' : 'tooLarge'
  c.set('body', await readBytes(c.req.raw, largestBody, tooLarge, hold).catch(refusalOf))
}

/** Parses path, query and body by the endpoint's schemas. Throws a Refusal 400, 413 or 415. */
export async function readInput(c: Context<Env>, endpoint: Endpoint) {
  const body = await readBody(c, endpoint)
  const faults: FieldRefusal[] = []
  const input = {
    params: parse(endpoint.params, c.req.param(), faults),
    query: parse(endpoint.query, fromPairs(new URL(c.req.url).searchParams), faults),
    body: parse(endpoint.body, body, faults, isLong(c, endpoint) ? early : undefined),
  }
  if (faults.length > 0) throw new Refusal(codes.badInput, 'badInput', { fields: onePerField(faults) })
  return input
}

async function readBody(c: Context<Env>, endpoint: Endpoint): Promise<unknown> {
  const expected = bodyTypes[endpoint.encoding]
  if (expected === undefined) return undefined
  const given = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  const isMissing = given === undefined || given === ''
  if (!isMissing && given !== expected) throw new Refusal(codes.wrongType, 'wrongType')
  const bytes = c.get('body')
  if (bytes === undefined) throw new Error(`nobody waited for the body of ${endpoint.path}`)
  if (bytes instanceof Refusal) throw bytes
  if (endpoint.encoding === 'multipart' && !isMissing) {
    return fromPairs(await formOf(bytes, c.req.header('content-type') ?? ''))
  }
  const text = textOf(bytes)
  // A switch may travel in the query alone (specification section 7): then there is no body at all.
  if (text === '' && z.safeParse(endpoint.body, undefined).success) return undefined
  if (isMissing) throw new Refusal(codes.wrongType, 'wrongType')
  if (endpoint.encoding === 'form') return fromPairs(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(codes.badInput, 'invalidJson')
  }
}

/** The length header may be missing or lie: what counts is what arrives. */
async function readBytes(
  request: Request,
  largest: number,
  tooLarge: MessageKey,
  hold: (size: number) => boolean,
): Promise<Buffer<ArrayBuffer>> {
  const refusal = new Refusal(codes.tooLarge, tooLarge)
  if (Number(request.headers.get('content-length') ?? 0) > largest) throw refusal
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > largest) throw refusal
      if (!hold(size)) throw overloaded()
      chunks.push(chunk)
    }
  } catch (error) {
    // Whoever sends it broke it off: no fault of the platform.
    throw error instanceof Refusal ? error : new Refusal(codes.badInput, 'badInput')
  }
  return Buffer.concat(chunks)
}

/** Throws a Refusal 400 for any other encoding: what is not read would be stored as signs of replacement. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal(codes.badInput, 'notUtf8')
  }
}

/** A repeated key becomes a list, which no schema of a single value accepts. `fromEntries` makes `__proto__` a plain key. */
function fromPairs<Value>(pairs: Iterable<[string, Value]>): Record<string, Value | Value[] | ''> {
  const found = new Map<string, Value[]>()
  for (const [key, value] of pairs) {
    const values = found.get(key)
    if (values === undefined) found.set(key, [value])
    else values.push(value)
  }
  return Object.fromEntries(
    Array.from(found, ([key, values]) => [key, values.length === 1 ? (values[0] ?? '') : values]),
  )
}

/** Of a long body the first fault alone is told: each of its hundred thousand values may have several. */
const early: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true }
const longBody = 64 * 1024

function isLong(c: Context<Env>, { largestBody }: Endpoint): boolean {
  const body = c.get('body')
  return largestBody > limits.jsonBytes && body instanceof Uint8Array && body.length > longBody
}

function parse(
  schema: Schema,
  value: unknown,
  faults: FieldRefusal[],
  how?: z.core.ParseContextInternal<z.core.$ZodIssue>,
): unknown {
  const result = z.safeParse(schema, value, how)
  if (result.success) return result.data
  for (const issue of result.error.issues) {
    if (issue.code === 'too_big' && issue.origin === 'file') throw fileTooLarge(issue)
    faults.push({ field: issue.path.join('.'), message: messageKeyOf(issue, value) })
  }
  return undefined
}

function fileTooLarge({ path, message }: z.core.$ZodIssue): Refusal {
  const fields = [{ field: path.join('.'), message }]
  return new Refusal(codes.tooLarge, 'imageTooLarge', { fields })
}

function messageKeyOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (validationText('en', issue.message) !== undefined) return issue.message
  return valueAt(value, issue.path) === undefined ? 'required' : 'invalid'
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  )
}

function onePerField(faults: readonly FieldRefusal[]): FieldRefusal[] {
  const first = new Map<string, FieldRefusal>()
  for (const fault of faults) if (!first.has(fault.field)) first.set(fault.field, fault)
  return [...first.values()]
}
