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

test('CALL-3 whole numbers beyond what a double holds are kept digit by digit, as texts', () => {
  const text =
    '{"id":1843920487329402881,"pid":-9007199254740993,"kept":9007199254740991,"rate":0.12345678901234567890,' +
    '"far":1e400,"name":"a \\"1843920487329402881\\" b","list":[ 1843920487329402882 ,1]}'
  expect(parseJson(text)).toEqual({
    id: '1843920487329402881',
    pid: '-9007199254740993',
    kept: 9007199254740991,
    rate: 0.12345678901234568,
    far: Number.POSITIVE_INFINITY,
    name: 'a "1843920487329402881" b',
    list: ['1843920487329402882', 1],
  })
  const long = '\\u0031'.repeat(6_000_000)
  expect(parseJson(`["${long}",1843920487329402881]`)).toEqual(['1'.repeat(6_000_000), '1843920487329402881'])
})

test('HOLD-8 what is no JSON takes no time, however its quotes stand', () => {
  expect(parseJson(`1234567890123456"${'\\"'.repeat(2_000_000)}`)).toBeUndefined()
})
