/** Sums of a Vitest JSON report. A file that could not be loaded, or an error outside the tests, counts as one failure. */
export function vitestTotals(report, exitCode) {
  const totals = { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0, skipped: 0 }
  totals.skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  for (const file of report?.testResults ?? []) {
    if (file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'))
      totals.failed++
  }
  return neverSilent(totals, exitCode)
}

/** Sums of a Playwright JSON report. A test that passed on its second try has passed. */
export function playwrightTotals(report, exitCode) {
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report?.stats ?? {}
  return neverSilent({ passed: expected + flaky, failed: unexpected, skipped }, exitCode)
}

/** A run that ended badly has at least one failure, whatever its report says. */
function neverSilent(totals, exitCode) {
  return exitCode !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals
}

export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const part of all) for (const key of Object.keys(total)) total[key] += part[key] ?? 0
  return total
}

export const lastLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
