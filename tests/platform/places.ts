/** The way to a part of a JSON value: keys and indexes. */
export type Place = readonly (string | number)[]

/** The places of a value's parts, its own first. */
export function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [at, ...entries.flatMap(([key, inner]) => placesIn(inner, [...at, key]))]
}

/** The value with another part at that place. */
export function replaced(value: unknown, [key, ...rest]: Place, next: unknown): unknown {
  if (key === undefined) return next
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? replaced(item, rest, next) : item))
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([name, inner]) => [
      name,
      name === key ? replaced(inner, rest, next) : inner,
    ]),
  )
}
