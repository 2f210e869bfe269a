import { expect, test } from 'vitest'
import { rhythm } from '../../components/ui/rhythm'

const codes = ['uia', 'ems', 'wms', 'cmms', 'report', 'screen', 'ops', 'mkt', 'bms', 'cloud']

test('SHELL-8 a system’s rhythm comes from its code alone, and fills the width', () => {
  for (const code of codes) {
    for (const bays of [4, 11]) {
      expect(rhythm(code, bays)).toEqual(rhythm(code.toUpperCase(), bays))
      const whole = rhythm(code, bays).reduce((sum, { width }) => sum + width, 0)
      expect(whole).toBeCloseTo(1)
      expect(rhythm(code, bays).some(({ lit }) => lit)).toBe(true)
    }
  }
})

test('SHELL-8 systems are told apart by their rhythm', () => {
  expect(new Set(codes.map((code) => JSON.stringify(rhythm(code, 11)))).size).toBe(codes.length)
})
