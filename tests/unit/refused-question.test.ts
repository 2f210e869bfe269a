import { expect, test } from 'vitest'
import { isOfRecord } from '#components/form/use-refusal'
import { refusedQuestion } from '#components/form/use-refused-question'
import { CallError } from '#lib/request'

const refused = (data: unknown) =>
  Object.assign(new CallError('refused', 403, '', data), { permissions: ['uia.role.update'] })
const codes = 'uia.role.update'

test('WHY-1 a refused call asks about where its right is missing, and about nothing where that is not what is missing', () => {
  expect(refusedQuestion(refused({ orgId: 'there' }), 'form')).toEqual({ codes, orgId: 'there' })
  expect(refusedQuestion(refused({ orgId: null }), 'form')).toEqual({ codes, orgId: 'form' })
  expect(refusedQuestion(refused({ orgId: null }))).toBeUndefined()
  expect(refusedQuestion(refused({}), 'form'), 'a role beyond one’s own').toBeUndefined()
  expect(refusedQuestion(refused(null)), 'a platform that tells nothing').toEqual({ codes, orgId: undefined })
  expect(refusedQuestion(refused(null), 'form')).toEqual({ codes, orgId: 'form' })
})

test('LIST-10 what is refused for the record is read again, under whatever code; what was typed, or came too often, is not', () => {
  for (const code of [403, 404, 409, 20_001])
    expect(isOfRecord(new CallError('refused', code)), String(code)).toBe(true)
  const typed = new CallError('refused', 400, '', [{ field: 'name', message: 'is taken' }])
  const others = [429, 500].map((code) => new CallError('refused', code))
  for (const error of [typed, ...others, new CallError('offline'), new CallError('ended', 102_001)])
    expect(isOfRecord(error), `${error.kind} ${error.code}`).toBe(false)
})
