import { describe, expect, test } from 'vitest'
import { idsOf, playwrightTitles, requirementIds, vitestTitles } from '../../../scripts/lib/requirements.mjs'
import { lastLine, playwrightTotals, sum, vitestTotals } from '../../../scripts/lib/totals.mjs'

describe('totals', () => {
  const unit = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1, testResults: [] }

  test('vitest and playwright are added up in one line', () => {
    const browser = { stats: { expected: 3, flaky: 1, unexpected: 2, skipped: 0 } }
    const total = sum([vitestTotals(unit, 1), playwrightTotals(browser, 1)])
    expect(lastLine(total)).toBe('9 passed, 3 failed, 2 skipped')
  })

  test('without skipped tests the line does not mention them', () => {
    expect(lastLine({ passed: 2, failed: 0, skipped: 0 })).toBe('2 passed, 0 failed')
  })

  test('a file that could not be loaded is a failure', () => {
    const report = { ...unit, numFailedTests: 0, testResults: [{ status: 'failed', assertionResults: [] }] }
    expect(vitestTotals(report, 1).failed).toBe(1)
  })

  test('a run that ended badly never counts as without failure', () => {
    expect(vitestTotals(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(playwrightTotals({ stats: { expected: 4 } }, 1)).toEqual({ passed: 4, failed: 1, skipped: 0 })
  })
})

describe('requirements', () => {
  test('ids are read from the tables only', () => {
    const text = '# R\nSee GUARD-9.\n| id | what |\n| --- | --- |\n| GUARD-1 | a |\n| I18N-2 | b, LIST-3 |\n'
    expect(requirementIds(text)).toEqual(['GUARD-1', 'I18N-2'])
  })

  test('a title bears the ids at its start', () => {
    expect(idsOf('LIST-1 LIST-7 the address keeps the page')).toEqual(['LIST-1', 'LIST-7'])
    expect(idsOf('I18N-1, VALID-2 both')).toEqual(['I18N-1', 'VALID-2'])
    expect(idsOf('the page of ACC-1')).toEqual([])
    expect(idsOf('UTF-8is no id')).toEqual([])
  })

  test('only passed tests show anything, by their own or their group’s title', () => {
    const unit = {
      testResults: [
        {
          assertionResults: [
            { status: 'passed', title: 'ACC-1 a', ancestorTitles: ['ACC-2 group'] },
            { status: 'failed', title: 'ACC-3 b', ancestorTitles: [] },
          ],
        },
      ],
    }
    expect(vitestTitles(unit)).toEqual(['ACC-2 group', 'ACC-1 a'])
    const spec = (title: string, status: string, ok = true) => ({ title, ok, tests: [{ status }] })
    const browser = {
      suites: [
        {
          title: 'a.spec.ts',
          specs: [spec('ME-1 x', 'expected'), spec('ME-2 x', 'skipped'), spec('ME-3 x', 'unexpected', false)],
          suites: [{ title: 'LOGIN-1 group', specs: [spec('y', 'flaky')] }],
        },
      ],
    }
    expect(playwrightTitles(browser).flatMap(idsOf)).toEqual(['ME-1', 'LOGIN-1'])
  })
})
