import { expect, test } from 'vitest'
import { isPlainPress } from '#lib/plain-press'

test('only the first button without a key goes on in this window', () => {
  const plain = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false }
  expect(isPlainPress(plain)).toBe(true)
  expect(isPlainPress({ ...plain, button: 1 })).toBe(false)
  for (const key of ['metaKey', 'ctrlKey', 'shiftKey', 'altKey']) {
    expect(isPlainPress({ ...plain, [key]: true }), key).toBe(false)
  }
})
