import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { composes } from '#components/ui/modal'
import { phoneDigits } from '#contracts/plain-text'
import { passwordHash } from '#lib/password-hash'
import { strip, stripAtCaret } from '#lib/strip'

test('VALID-1 every special character of the specification is removed, and nothing else', () => {
  const special = "`~!@#$%^&*<>?;\\[]·￥{}《》：“”【】、；‘’'"
  expect(strip(special)).toBe('')
  const kept = 'aZ09 -_.,+=()|/"王，。😀é'
  expect(strip(kept)).toBe(kept)
})

test('VALID-1 the caret stays behind the character it stood behind', () => {
  expect(stripAtCaret('ab#cd', 3)).toEqual({ text: 'abcd', caret: 2 })
  expect(stripAtCaret('#a#b', 1)).toEqual({ text: 'ab', caret: 0 })
  expect(stripAtCaret('王#明', 3)).toEqual({ text: '王明', caret: 2 })
})

test('ACC-4 ME-5 a phone being typed loses what is no digit of it, and its country code once that is whole', () => {
  expect(stripAtCaret('138 ', 4, phoneDigits)).toEqual({ text: '138', caret: 3 })
  expect(stripAtCaret('138-0013', 4, phoneDigits)).toEqual({ text: '1380013', caret: 3 })
  expect(stripAtCaret('+8', 2, phoneDigits)).toEqual({ text: '+8', caret: 2 })
  expect(stripAtCaret('+86', 3, phoneDigits)).toEqual({ text: '', caret: 0 })
  expect(stripAtCaret('１３', 2, phoneDigits)).toEqual({ text: '13', caret: 2 })
})

test('A11Y-3 a key is the input method’s while it composes, and the one that ends it, which Safari tells afterwards', () => {
  expect(composes({ isComposing: true, keyCode: 13 })).toBe(true)
  expect(composes({ isComposing: false, keyCode: 229 })).toBe(true)
  expect(composes({ isComposing: false, keyCode: 13 })).toBe(false)
})

test('LOGIN-3 a password’s hash is its SHA-256 in lower-case hex', () => {
  for (const password of ['Atrium2026', '密码12', '']) {
    expect(passwordHash(password)).toBe(createHash('sha256').update(password, 'utf8').digest('hex'))
  }
})
