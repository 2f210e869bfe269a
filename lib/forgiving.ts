import { listConfig } from '#contracts/allocation'
import type { DataOf, Endpoint } from '#contracts/endpoint'
import { currentUser, listSystems, listUserOrganizations, mainMenu, signInToken } from '#contracts/session'

/** Without these nobody gets to any page. */
const before = new Set(
  [signInToken, currentUser, listUserOrganizations, listSystems, mainMenu, listConfig].map(
    ({ path }) => path,
  ),
)

/** What withholds: an odd one withholds, since none would grant. */
const withheld: Readonly<Record<string, unknown>> = { granted: false, enabled: false, isControl: 0 }

type Path = readonly PropertyKey[]

/**
 * An answer that breaks the contract, of a call that stands before every page, without what breaks it: a value that may be
 * missing is none, and of a list the entries that lack one which may not are left out. One odd row locks nobody out, and no
 * list that comes as a page (section 3) where all of it was to come.
 * @param answered as JSON gave it; it is changed
 * @returns nothing where that does not mend it, or the call is another
 */
export function forgiving<E extends Endpoint>(endpoint: E, answered: unknown): DataOf<E> | undefined {
  if (!before.has(endpoint.path)) return undefined
  const { content } = Object(answered)
  const data: unknown = Array.isArray(content) ? content : answered
  for (const leaveOut of [values, entries]) {
    const checked = endpoint.data.safeParse(data)
    if (checked.success) return checked.data
    leaveOut(
      data,
      checked.error.issues.map(({ path }) => path),
    )
  }
  return endpoint.data.safeParse(data).data
}

function values(data: unknown, faults: readonly Path[]): void {
  for (const path of faults) {
    const holder = at(data, path.slice(0, -1))
    const key = path.at(-1) ?? ''
    if (Array.isArray(holder)) continue
    if (typeof key === 'string' && Object.hasOwn(withheld, key))
      Reflect.set(Object(holder), key, withheld[key])
    else Reflect.deleteProperty(Object(holder), key)
  }
}

function entries(data: unknown, faults: readonly Path[]): void {
  const odd = new Map<unknown[], Set<number>>()
  for (const path of faults) {
    const place = path.findLastIndex((key) => typeof key === 'number')
    const list = at(data, path.slice(0, place))
    if (place >= 0 && Array.isArray(list))
      odd.set(list, (odd.get(list) ?? new Set()).add(Number(path[place])))
  }
  for (const [list, places] of odd)
    list.splice(0, list.length, ...list.filter((_, place) => !places.has(place)))
}

function at(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => Object(value)[key], data)
}
