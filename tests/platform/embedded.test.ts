import { expect, test } from 'vitest'
import { sharedBuffers } from '../../platform/kernel/db/embedded/server.ts'

test('HOLD-7 the embedded server keeps more of its pages at hand where there is memory for them', () => {
  const gigabyte = 2 ** 30
  expect([1, 4, 8, 64].map((size) => sharedBuffers(size * gigabyte))).toEqual([128, 256, 512, 1024])
})
