import { expect, test } from 'vitest'
import { requireClient } from '#platform/kernel/http/client-credentials'

const header = (secret: string) => `Basic ${Buffer.from(`atrium:${secret}`).toString('base64')}`
const taken = (said: string, secret: string) => {
  try {
    requireClient(header(said), { id: 'atrium', secret })
    return true
  } catch {
    return false
  }
}

test('OPS-11 of several secrets each is taken, however they are written, and nothing is none of them', () => {
  for (const several of ['new,old', 'new, old', ' new , old ', 'new,,old,']) {
    expect(['new', 'old'].map((said) => taken(said, several))).toEqual([true, true])
    expect(['', 'other', 'new,old', ' old'].map((said) => taken(said, several))).toEqual([
      false,
      false,
      false,
      false,
    ])
  }
})
