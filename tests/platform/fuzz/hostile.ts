import fc from 'fast-check'
import { type Place, placesIn, replaced } from '../places.ts'

/** Values that break types, lengths, encodings, number ranges, patterns, dates and prototypes. */
const hostileTexts: readonly string[] = [
  ...['', ' ', '\0', 'a\0b', '\ud800', 'x\udc00y', '\ufeff', '\u202e\u2066', '🏳️‍🌈'.repeat(40)],
  ...['x'.repeat(51), 'x'.repeat(301), '长'.repeat(5_000), '%', '_%\\', "' or 1=1--"],
  ...['"; drop table account; --', '$1', '{}', '{{name}}', '<img src=x onerror=alert(1)>'],
  ...['../../../etc/passwd', 'javascript:alert(1)', '//example.com', '__proto__', 'constructor', 'toString'],
  ...['undefined', 'null', 'NaN', '-1', '0', '0x10', '1e309', '007', '2147483648', '-2147483649'],
  ...['999999999999999', '9223372036854775808', '9'.repeat(400), '0000-01-01', '0001-01-01T00:00:00+14:59'],
  ...['9999-12-31T23:59:59.999999-14:59', '2026-02-30', '-zzzzzzzzzz.a.b.c.d', 'zzzzzzzzzzzzzzz.a'],
  ...['-1y2p0ij32e8e7.a.b.c.d.e', '....'],
]

/** Where random would rarely put them. */
const hostileByField: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  version: fc.constantFrom(
    '-zzzzzzzzzz.a',
    'zzzzzzzzzzzz.a',
    '.',
    '-1',
    '-1y2p0ij32e8e7.a.b.c.d.e',
    '0.a.b.c.d',
  ),
  beginTime: fc.constantFrom('0000-01-01', '9999-12-31T23:59:59.999999-14:59', '2026-02-30', '0000000000'),
}
/** What a database or a document may not hold, in fields that are free otherwise. */
const nameFields = ['name', 'nickName', 'remark', 'description', 'account']
const unpaired = fc.constantFrom('x\ud800', '\udc00', 'a\0b')

const hostileNumbers = [0, -0, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e15, 1e308, 5e-324]

export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...hostileNumbers, true, false, null, undefined) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>([], {}, [[]], [null], { id: 1 }, nested(200)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 5 }) },
)

function nested(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth))
}

/** A JSON value with one of its parts, at any depth, replaced by what `bad` gives, or left out where that is nothing. */
export function withOnePartBroken(
  value: unknown,
  bad: fc.Arbitrary<unknown> = hostileValue,
): fc.Arbitrary<unknown> {
  const places = placesIn(value)
  return fc
    .constantFrom(...places)
    .chain((place) => badAt(place, bad).map((next) => replaced(value, place, next)))
}

function badAt(place: Place, bad: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const field = String(place.at(-1))
  const own = hostileByField[field] ?? (nameFields.includes(field) ? unpaired : undefined)
  return own === undefined ? bad : fc.oneof(own, bad)
}

/** What a client, a proxy or an attacker makes of a JSON text. */
export function brokenJson(text: string): fc.Arbitrary<{ body: string | Uint8Array<ArrayBuffer> }> {
  const bytes = new TextEncoder().encode(text)
  const withKey = (key: string) => text.replace('{', `{${key},`)
  return fc
    .oneof(
      fc.constantFrom<string | Uint8Array<ArrayBuffer>>(
        '',
        '[',
        'null',
        '1e999',
        '"\\ud800"',
        '[]',
        '{}',
        '['.repeat(100_000),
        '{"a":'.repeat(50_000),
        `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
        `\ufeff${text}`,
        `${text}${text}`,
        withKey('"__proto__":{"superIdentification":true}'),
        withKey('"constructor":{"prototype":{"super":true}}'),
        withKey('"id":"other","id":null'),
        withKey('"":1,"\\u0000":2,"toString":3'),
        `{"a":"${'x'.repeat(1_100_000)}"}`,
        text.replaceAll('"', "'"),
        text.replaceAll(',', ',,'),
        new Uint8Array([0xff, 0xfe, ...bytes]),
        new Uint8Array([0x22, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x22]),
        new Uint8Array(Buffer.from(text, 'utf16le')),
      ),
      fc.nat({ max: Math.max(text.length - 1, 0) }).map((length) => text.slice(0, length)),
      fc.uint8Array({ maxLength: 60 }).map((random) => new Uint8Array(random)),
    )
    .map((body) => ({ body }))
}

export const wrongTypes = fc.constantFrom(
  undefined,
  'text/plain',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/json, text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="--"',
  ';;;',
)

/** Raw pieces of a query, as they are. */
export const hostileQuery = fc
  .array(
    fc.constantFrom(
      'page=1&page=2',
      'limit=1e9',
      'page=-1',
      'page=999999999999',
      'id[]=1',
      'id=1&id=2',
      'enabled=maybe',
      '__proto__=1',
      '__proto__[x]=1',
      'constructor=1',
      '%',
      '%zz=%ff',
      'name=%00',
      'name=%ed%a0%80',
      'account=%25%5f%5c',
      '&&==&',
      '=',
      '?',
      'a'.repeat(4_000),
      '+%20+',
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join('&'))

/** Raw path parameters. */
export const hostileSegment = fc.oneof(
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    'a%00b',
    '%ff',
    '%ed%a0%80',
    '..',
    '%2e%2e',
    '%2f',
    'a%2fb',
    ';a=b',
    '*',
    ':id',
    '{id}',
    '%7Bid%7D',
    '0',
    '-1',
    'x'.repeat(65),
    'x'.repeat(3_000),
    '%E5%82%A8',
    "'",
    '__proto__',
  ),
  hostileText.map(percentEncoded),
)

/** Percent-encoded UTF-8; a lone surrogate, which UTF-8 does not have, becomes U+FFFD. */
export function percentEncoded(value: unknown): string {
  return encodeURIComponent(Buffer.from(String(value)).toString())
}

/** The pairs of an object as a query or a form, or what stands in its place. */
export function rawQuery(query: unknown): string {
  if (typeof query !== 'object' || query === null) return percentEncoded(query)
  return Object.entries(query)
    .map(([key, value]) => `${key}=${percentEncoded(value)}`)
    .join('&')
}
