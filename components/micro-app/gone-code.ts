/** A script or a style sheet, by its name. */
const code = /\.(?:[cm]?js|css)$/i

interface Entry extends PerformanceResourceTiming {
  /** Not every browser tells it. */
  contentType?: string
}

/**
 * Tells whether code that a page has asked for did not come, or a page in its place: a later build stands at its server, and
 * only loading the page anew brings it. Of what a page asks browsers keep the first few hundred, hence the observers.
 */
export function watchGone(realms: readonly (Window & typeof globalThis)[]): () => boolean {
  let isGone = false
  const read = (entries: PerformanceEntryList) => {
    isGone ||= (entries as Entry[]).some(
      ({ name, responseStatus, contentType }) =>
        code.test(new URL(name).pathname) && (responseStatus >= 400 || contentType === 'text/html'),
    )
  }
  const observers = realms.map((realm) => {
    const observer = new realm.PerformanceObserver((list) => read(list.getEntries()))
    observer.observe({ type: 'resource' })
    return observer
  })
  return () => {
    for (const observer of observers) read(observer.takeRecords())
    return isGone
  }
}
