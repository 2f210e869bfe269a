import 'server-only'

/** Those of a request's headers that are passed on. */
export function pickHeaders(given: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}
