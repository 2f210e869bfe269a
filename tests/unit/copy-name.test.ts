import { expect, test } from 'vitest'
import { copyName } from '#app/(console)/role/copy-name.ts'

test('DAY-5 a copy of a role with a long name still says that it is one', () => {
  const english = (name: string) => `${name} copy`
  expect(copyName('Auditor', english, 20)).toBe('Auditor copy')
  expect(copyName('Station auditor east', english, 20)).toBe('Station auditor copy')
  expect(copyName('Stations auditor east', english, 20)).toBe('Stations audito copy')
})
