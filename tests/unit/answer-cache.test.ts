import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  Reflect.deleteProperty(globalThis, 'platformAnswers')
  vi.resetModules()
})
const megabyte = 1024 ** 2

/** A platform whose answers have that many characters. Gives whether what one session has had was still known. */
async function platformOf(size: number) {
  const { askOnce, forgetAnswersOf } = await import('#lib/server/http/answer-cache')
  const ask = async (token: string) => {
    let wasKnown = false
    await askOnce(`menu of ${token}`, token, 0, async (known) => {
      wasKnown = known !== undefined
      return { ok: true, data: token, etag: '"1"', size }
    })
    return wasKnown
  }
  return { ask, forgetAnswersOf }
}

test('HOLD-6 answers are kept as far as their texts are 32 million characters together: what was asked last', async () => {
  const { ask } = await platformOf(megabyte)
  for (let person = 0; person < 40; person += 1) await ask(`person ${person}`)
  expect(await ask('person 39')).toBe(true)
  expect(await ask('person 9')).toBe(true)
  expect(await ask('person 0')).toBe(false)
})

test('HOLD-6 small answers of thousands of sessions are known when they are asked for again', async () => {
  const { ask } = await platformOf(2_000)
  for (const _ of [1, 2]) for (let person = 0; person < 4000; person += 1) await ask(`person ${person}`)
  expect(await ask('person 0')).toBe(true)
})

test('HOLD-6 of answers without a text there are no more than five thousand', async () => {
  const { ask } = await platformOf(0)
  for (let person = 0; person < 5001; person += 1) await ask(`person ${person}`)
  expect(Reflect.get(globalThis, 'platformAnswers').size).toBe(5000)
})

test('HOLD-6 nothing is kept of a session that has ended, and all of the others', async () => {
  const { ask, forgetAnswersOf } = await platformOf(100)
  for (const person of ['leaving', 'staying']) await ask(person)
  forgetAnswersOf('leaving')
  expect(Reflect.get(globalThis, 'platformAnswers').size).toBe(1)
  expect(await ask('staying')).toBe(true)
})
