import { describe, expect, test } from 'vitest'
import { idsOf, playwrightTitles, requirementIds, vitestTitles } from '../../../scripts/lib/requirements.mjs'
import { closing, lineTotals, sum, vitestTotals } from '../../../scripts/lib/totals.mjs'

describe('totals', () => {
  const unit = {
    numPassedTests: 5,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'holds' },
          { status: 'failed', fullName: 'breaks', failureMessages: ['expected 1\nto be 2'] },
        ],
      },
    ],
  }
  const ended = (name: string, more: object = {}) => ({
    id: name,
    ok: true,
    skipped: false,
    name,
    messages: [],
    ...more,
  })
  const fallen = ended('b.spec.ts › falls', {
    ok: false,
    messages: ['no such button'],
    page: '- heading "Home"',
  })
  const browser = [{ planned: 5 }, ended('a'), ended('b'), ended('c'), ended('d'), fallen]

  test('vitest and playwright are added up in one line, below what failed and why', () => {
    expect(closing(sum([vitestTotals(unit, 1), lineTotals(browser, 1)])).split('\n')).toEqual([
      '✖ a.test.ts › breaks',
      '    expected 1',
      '    to be 2',
      '✖ b.spec.ts › falls',
      '    no such button',
      '    The page:',
      '    - heading "Home"',
      '9 passed, 2 failed, 2 skipped',
    ])
  })

  test('without skipped tests the line does not mention them', () => {
    expect(closing({ passed: 2, skipped: 0, failures: [] })).toBe('2 passed, 0 failed')
  })

  test('a file that could not be loaded is a failure', () => {
    const file = { name: 'c.test.ts', status: 'failed', message: 'no module', assertionResults: [] }
    const { failures } = vitestTotals({ numPassedTests: 5, testResults: [file] }, 1)
    expect(failures).toEqual(['c.test.ts\n    no module'])
  })

  test('a run that ended badly never counts as without failure', () => {
    expect(vitestTotals(undefined, 1).failures).toContain('vitest ended with 1')
    for (const totals of [vitestTotals(undefined, 0), lineTotals([], 0)])
      expect(totals.failures).toEqual([expect.stringContaining('ended before its report')])
    expect(lineTotals([{ planned: 4 }, ...browser.slice(1, 5)], 1)).toMatchObject({
      passed: 4,
      failures: [expect.anything()],
    })
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

  test('browser tests count line by line, and those without a line have failed', () => {
    const line = (id: string, ok: boolean) => ({ id, ok, skipped: false, name: id, messages: ['why'] })
    const lines = [{ planned: 4 }, line('a', true), line('b', false), line('b', true), line('c', false)]
    expect(lineTotals(lines, 1)).toEqual({
      ...{ passed: 2, skipped: 0 },
      failures: [expect.stringContaining('c\n    why'), 'playwright ended before 1 of its tests'],
    })
    expect(lineTotals([{ planned: 1 }, line('a', true)], 0).failures).toEqual([])
    expect(lineTotals([], 0).failures).toEqual([expect.stringContaining('ended before its report')])
  })
})
