import fc from 'fast-check'
import type { Endpoint } from '#contracts/endpoint'
import type { EndpointName } from '#contracts/registry'
import { png } from '../pictures.ts'
import { consistentFor, often } from './consistent.ts'
import { collectedFor, fieldsOf } from './fields.ts'
import { brokenJson, hostileQuery, rawQuery, withOnePartBroken, wrongTypes } from './hostile.ts'
import { valuesOf } from './schema-values.ts'
import type { Mode, World } from './world.ts'

export interface Body {
  body?: string | Uint8Array<ArrayBuffer>
  /** The content type, where one is sent. */
  type?: string | undefined
}

export function bodyFor(
  name: EndpointName,
  endpoint: Endpoint,
  mode: Mode,
  world: World,
): fc.Arbitrary<Body> {
  const { encoding } = endpoint
  if (encoding === 'none') {
    return mode === 'junk' ? fc.constantFrom({}, { body: '{}', type: 'application/json' }) : fc.constant({})
  }
  if (encoding === 'multipart') return multipart(mode)
  const known = fieldsOf(name, world)
  const values =
    name === 'assets.addAll'
      ? collectedFor(world)
      : often(valuesOf(endpoint.body, known), consistentFor(name, world).body)
  const [write, type] =
    encoding === 'json'
      ? [JSON.stringify as (value: unknown) => string | undefined, 'application/json']
      : [rawQuery, 'application/x-www-form-urlencoded']
  const text = (value: unknown) => write(value) ?? ''
  if (mode === 'valid') return values.map((value) => ({ body: text(value), type }))
  const broken = values
    .chain((value) => withOnePartBroken(value))
    .map((value) => ({ body: text(value), type }))
  if (mode === 'broken') return broken
  return fc.oneof(
    broken,
    values.chain((value) => brokenJson(text(value))).map(({ body }) => ({ body, type })),
    fc.tuple(values, wrongTypes).map(([value, wrong]) => ({ body: text(value), type: wrong })),
    hostileQuery.map((body) => ({ body, type })),
  )
}

const boundary = 'fuzzboundary'
const type = `multipart/form-data; boundary=${boundary}`

function multipart(mode: Mode): fc.Arbitrary<Body> {
  const picture = png()
  const right = formBody([filePart('file', 'picture.png', picture)])
  if (mode === 'valid') return fc.constant({ body: right, type })
  const names = fc.constantFrom(
    'picture.png',
    '',
    'a"b.png',
    '../x.png',
    'x\0.png',
    '长'.repeat(500),
    'a.svg',
  )
  const bytes = fc.oneof(
    fc.nat({ max: picture.length }).map((length) => picture.subarray(0, length)),
    fc.uint8Array({ maxLength: 200 }).map((random) => Buffer.from(random)),
    fc.constantFrom(
      ...['GIF89a', 'BM', 'RIFF....WEBPVP8 ', 'RIFF....WEBPVP8L', '\xff\xd8\xff\xe0\0\0'].map((start) =>
        Buffer.from(start.padEnd(60, '\xff'), 'latin1'),
      ),
    ),
  )
  const files = fc
    .tuple(fc.constantFrom('file', 'files', '__proto__', ''), names, bytes)
    .map(([field, file, content]) => formBody([filePart(field, file, content)]))
  const bodies = fc.oneof(
    files,
    fc.nat({ max: right.length }).map((length) => right.subarray(0, length)),
    fc.constantFrom(
      formBody([filePart('file', 'a.png', picture), filePart('file', 'b.png', picture)]),
      formBody([Buffer.from('Content-Disposition: form-data; name="file"\r\n\r\ntext')]),
      formBody([Buffer.from('Content-Disposition: form-data\r\n\r\ntext')]),
      formBody([Buffer.from('no head at all')]),
      formBody(Array.from({ length: 40 }, () => Buffer.from('x'))),
      Buffer.from(`--${boundary}--`),
      Buffer.alloc(0),
    ),
  )
  const types =
    mode === 'broken' ? fc.constant<string | undefined>(type) : fc.oneof(fc.constant(type), wrongTypes)
  return fc.tuple(bodies, types).map(([body, given]) => ({ body: new Uint8Array(body), type: given }))
}

function filePart(field: string, name: string, content: Uint8Array): Buffer {
  const head = `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`
  return Buffer.concat([Buffer.from(head), content])
}

function formBody(parts: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const pieces = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')])
  return new Uint8Array(Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]))
}
