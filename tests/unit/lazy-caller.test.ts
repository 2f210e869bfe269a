import { expect, test } from 'vitest'
import { lazyCaller } from '#lib/lazy-caller'
import { CallError } from '#lib/request'

test('CALL-3 a call whose contract does not come is told as one without a network', async () => {
  const call = lazyCaller<typeof import('#contracts/role')>(() =>
    Promise.reject(new TypeError('Failed to fetch')),
  )
  const failure = await call('remove', { params: { id: '1' } }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CallError)
  expect(failure).toMatchObject({ kind: 'offline' })
})
