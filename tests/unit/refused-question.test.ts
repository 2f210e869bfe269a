import { expect, test } from 'vitest'
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
