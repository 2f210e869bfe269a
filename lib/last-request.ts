/** More than these a browser does not keep; the last ones are missing then. */
const mostKept = 250

/** The id of the request that brought what the page shows: its own load, or the last part that was loaded into it. */
export function lastRequestId(): string | undefined {
  const loads = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  if (resources.length >= mostKept) return undefined
  const parts = resources.filter(({ name }) => /[?&]_rsc=/.test(name))
  const last = parts.at(-1) ?? loads.at(-1)
  return last?.serverTiming.find(({ name }) => name === 'request')?.description
}
