/** What makes two elements of a list the same one, whatever else they hold. */
// biome-ignore lint/suspicious/noExplicitAny: the one place where an element is left open; every dialog names its own.
export type KeyOf = (element: any) => string

/** A field that both changed, to different values: the whole of it with either one's part. */
export interface Clash {
  field: string
  mine: unknown
  theirs: unknown
}
export interface Merged<Values> {
  values: Values
  /** What only the others changed, taken. */
  taken: { field: string; was: unknown; now: unknown }[]
  clashes: Clash[]
}

type Form = Readonly<Record<string, unknown>>

/**
 * Merges by field what two people made of one record: what only one of them changed is taken, lists by element. Where
 * both changed the same, mine stands until the person has chosen.
 * @param base what both began with
 */
export function mergeForm<Values extends Form>(
  base: Values,
  mine: Values,
  theirs: Values,
  fields: Readonly<Record<string, { keyOf?: KeyOf }>>,
): Merged<Values> {
  const values: Record<string, unknown> = { ...mine }
  const taken: Merged<Values>['taken'] = []
  const clashes: Clash[] = []
  for (const [field, { keyOf = plainKey }] of Object.entries(fields)) {
    const was = base[field]
    const forMine = merge(was, mine[field], theirs[field], keyOf, 'mine')
    const forTheirs = merge(was, mine[field], theirs[field], keyOf, 'theirs')
    values[field] = forMine
    if (!isSame(forMine, forTheirs)) clashes.push({ field, mine: forMine, theirs: forTheirs })
    if (!isSame(forMine, mine[field])) taken.push({ field, was: mine[field], now: forMine })
  }
  return { values: values as Values, taken, clashes }
}

/** Whether two values of a field are the same; the order of a list says nothing. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return plainKey(one ?? '') === plainKey(other ?? '')
  return one.length === other.length && difference(one, other).length === 0
}

/** The elements in which two lists differ; `was` or `now` is missing where one has none. */
export function difference(
  one: readonly unknown[],
  other: readonly unknown[],
  keyOf: KeyOf = plainKey,
): { was?: unknown; now?: unknown }[] {
  const [before, after] = [keyed(one, keyOf), keyed(other, keyOf)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((key) => ({ was: before.get(key), now: after.get(key) }))
    .filter(({ was, now }) => plainKey(was) !== plainKey(now))
}

function merge(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  keyOf: KeyOf,
  winner: 'mine' | 'theirs',
): unknown {
  if (Array.isArray(mine) && Array.isArray(theirs)) {
    const [was, own, other] = [base, mine, theirs].map((list) =>
      keyed(Array.isArray(list) ? list : [], keyOf),
    )
    const keys = new Set([...(other?.keys() ?? []), ...(own?.keys() ?? [])])
    return [...keys]
      .map((key) => merge(was?.get(key), own?.get(key), other?.get(key), keyOf, winner))
      .filter((element) => element !== undefined)
  }
  if (isSame(mine, base)) return theirs
  if (isSame(theirs, base)) return mine
  return winner === 'mine' ? mine : theirs
}

function keyed(list: readonly unknown[], keyOf: KeyOf): Map<string, unknown> {
  return new Map(list.map((element) => [keyOf(element), element]))
}

function plainKey(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
