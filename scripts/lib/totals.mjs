/** Sums of a Vitest JSON report. A file that could not be loaded, or an error outside the tests, counts as one failure. */
export function vitestTotals(report, exitCode) {
  const failures = []
  for (const file of report?.testResults ?? []) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (file.status === 'failed' && failed.length === 0) failures.push(withReason(file.name, [file.message]))
    for (const { fullName, failureMessages } of failed)
      failures.push(withReason(`${file.name} › ${fullName}`, failureMessages))
  }
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  return neverSilent('vitest', report, { passed: report?.numPassedTests ?? 0, skipped, failures }, exitCode)
}

/**
 * Sums of the lines that `results-reporter.mjs` wrote: a number of planned tests, and a line a test, of which the last counts.
 * Tests that were planned and have no line have failed.
 */
export function lineTotals(lines, exitCode) {
  const [first, ...ended] = lines
  if (first === undefined)
    return neverSilent('playwright', undefined, { passed: 0, skipped: 0, failures: [] }, exitCode)
  const tests = [...new Map(ended.map((line) => [line.id, line])).values()]
  const failures = tests
    .filter(({ ok }) => !ok)
    .map(({ name, messages, page }) => withReason(name, messages, page))
  const missing = first.planned - tests.length
  if (missing > 0) failures.push(`playwright ended before ${missing} of its tests`)
  const skipped = tests.filter((test) => test.skipped).length
  const passed = tests.filter(({ ok }) => ok).length - skipped
  return neverSilent('playwright', first, { passed, skipped, failures }, exitCode)
}

/** The name of what failed, the first lines of why, and of the page that was open. */
function withReason(name, messages = [], page = '') {
  const [reason = ''] = messages.filter(Boolean)
  const seen = page === '' ? [] : ['The page:', ...page.split('\n').slice(0, 40)]
  return [name, ...reason.split('\n').slice(0, 12), ...seen].join('\n    ')
}

/** A run that ended badly has at least one failure, whatever its report says; and so has one that left none. */
function neverSilent(name, report, totals, exitCode) {
  const silent = [
    ...(exitCode !== 0 && totals.failures.length === 0 ? [`${name} ended with ${exitCode}`] : []),
    ...(report === undefined ? [`${name} ended before its report`] : []),
  ]
  return { ...totals, failures: [...totals.failures, ...silent] }
}

export const sum = (all) => ({
  passed: all.reduce((count, { passed }) => count + passed, 0),
  skipped: all.reduce((count, { skipped }) => count + skipped, 0),
  failures: all.flatMap(({ failures }) => failures),
})

/** What failed and why, and then the counts in the last line: whoever reads only the end of a log finds it there. */
export function closing({ passed, failures, skipped }) {
  const counts = `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return [...failures.map((failure) => `✖ ${failure}`), counts].join('\n')
}
