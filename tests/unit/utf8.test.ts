import { expect, test } from 'vitest'
import { encodingOf, inUtf8 } from '#lib/server/micro/utf8'

/** 告警 in GBK. */
const old = Buffer.from([0xb8, 0xe6, 0xbe, 0xaf])
const read = (type: string, begin: string, rest = old) => {
  const file = Buffer.concat([Buffer.from(begin), rest])
  const encoding = encodingOf(file, type)
  return encoding && inUtf8(file, encoding).toString()
}

test.each([
  ['text/html', '<meta charset="gb2312"><p>'],
  ['text/html', '<meta http-equiv=Content-Type content="text/html; charset=GBK"><p>'],
  ['text/html;charset=gbk', '<meta charset="utf-8"><p>'],
  ['text/css', '@charset "gbk";\na::before { content: '],
  ['application/javascript; charset="gb18030"', 'say('],
])('FRAME-1 FRAME-2 a file that says its encoding is read in it: %s %s', (type, begin) => {
  expect(read(type, begin)).toBe(`${begin}告警`)
})

test.each([
  ['text/html', '<p>'],
  ['text/html; charset=utf-8', '<meta charset=gbk>'],
  ['text/html', `<meta charset=UTF-8>`],
  ['text/html; charset=none', '<p>'],
  ['text/html; charset=gbk', '\ufeff<p>'],
  ['text/css', '<meta charset=gbk>'],
  ['text/html', `${' '.repeat(1_024)}<meta charset=gbk>`],
])('FRAME-1 FRAME-2 a file that says no other encoding stays as it is: %s %s', (type, begin) => {
  expect(read(type, begin)).toBeUndefined()
})
