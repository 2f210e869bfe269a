import { expect, test, vi } from 'vitest'
import { failed } from '#lib/result'
import { listResult } from '#lib/server/page/read-list'

vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }))

test('LIST-11 CALL-4 a list that is refused without a word says that it is a fault, in its place and by its toast', async () => {
  const shown = (message: string) =>
    listResult(Promise.resolve(failed({ kind: 'refused', code: 5, status: 200, message })), String)
  expect(await shown('')).toEqual({ ok: false, message: 'system' })
  expect(await shown('Too many rows')).toEqual({ ok: false, message: 'Too many rows' })
})
