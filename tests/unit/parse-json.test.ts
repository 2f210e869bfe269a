import { expect, test } from 'vitest'
import { parseJson } from '#lib/server/http/parse-json'

const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}`

test('CALL-3 what is nested deeper than anything meant is no JSON to us, whatever its texts hold', () => {
  expect(parseJson(nested(100))).toEqual(JSON.parse(nested(100)))
  expect(parseJson(nested(102))).toBeUndefined()
  expect(parseJson(nested(200_000))).toBeUndefined()
  const texts = { a: '[{'.repeat(200), b: `\\"${'['.repeat(200)}`, c: '"', '{[': [1, 'x\\'] }
  expect(parseJson(JSON.stringify(texts))).toEqual(texts)
  for (const no of ['', '{', '"', '"\\', ']'.repeat(200), '{"a":']) expect(parseJson(no), no).toBeUndefined()
})
