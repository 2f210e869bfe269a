/** The ids in the first column of the tables of docs/requirements.md, in their order. */
export function requirementIds(text) {
  return [...text.matchAll(/^\| *([A-Z][A-Z0-9]*-\d+) *\|/gm)].map(([, id]) => id)
}

/** The ids at the start of a test's title: `LIST-1 LIST-7 the address …` bears two. */
export function idsOf(title) {
  return /^(?:[A-Z][A-Z0-9]*-\d+[\s,]+)*/
    .exec(`${title} `)[0]
    .split(/[\s,]+/)
    .filter(Boolean)
}

/** Titles of the passed tests of a Vitest report. */
export function vitestTitles(report) {
  const tests = (report?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults)
  return tests
    .filter(({ status }) => status === 'passed')
    .flatMap(({ title, ancestorTitles }) => [...ancestorTitles, title])
}

/** Titles of the passed tests of a Playwright report, those of their groups too. */
export function playwrightTitles(report) {
  const walk = (suite, above) => {
    const titles = [...above, suite.title]
    const own = (suite.specs ?? []).filter(passed).flatMap(({ title }) => [...titles, title])
    return [...own, ...(suite.suites ?? []).flatMap((inner) => walk(inner, titles))]
  }
  return (report?.suites ?? []).flatMap((suite) => walk(suite, []))
}

/** A skipped test is `ok` for Playwright, and shows nothing. */
const passed = ({ ok, tests }) =>
  ok && tests.some(({ status }) => status === 'expected' || status === 'flaky')
