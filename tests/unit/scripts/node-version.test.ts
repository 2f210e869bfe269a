import { describe, expect, test } from 'vitest'
import { canRun, checkBeginning, isAtLeast } from '../../../scripts/lib/node-version.mjs'

describe('Node', () => {
  test('versions are compared as numbers', () => {
    expect(isAtLeast('v20.9.0', [20, 9])).toBe(true)
    expect(isAtLeast('v20.10.0', [20, 9])).toBe(true)
    expect(isAtLeast('v20.8.1', [20, 9])).toBe(false)
    expect(isAtLeast('v9.99.0', [20, 9])).toBe(false)
  })

  test('only versions that strip types run the platform', () => {
    expect(['v22.18.0', 'v23.6.0', 'v24.0.0'].map(canRun)).toEqual([true, true, true])
    expect(['v20.20.2', 'v22.17.1', 'v23.5.0'].map(canRun)).toEqual([false, false, false])
  })

  test('one too old to begin is told what to install', () => {
    expect(() => checkBeginning('v18.19.0')).toThrow(/v18\.19\.0 is too old.*Install Node 24/)
    expect(() => checkBeginning('v20.9.0')).not.toThrow()
  })
})
