import 'server-only'
import type { IncomingHttpHeaders } from 'node:http'

/** Those of a request's headers that are passed on. */
export function namedHeaders(given: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** Those of an upstream's headers that are passed back, put on the answer's. */
export function passHeaders(given: IncomingHttpHeaders, names: readonly string[], answer: Headers): void {
  for (const name of names) {
    const value = given[name]
    if (typeof value === 'string') answer.set(name, value)
  }
}
