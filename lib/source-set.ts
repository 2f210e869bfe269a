/** An address ends at white space, and may hold commas, but not at its end; up to the next comma stands its size. */
const candidate = /([^\s,]\S*)(?<!,)((?:\s[^,]*)?)/g

/** A `srcset` whose addresses are put elsewhere. */
export function placedSet(set: string, place: (address: string) => string): string {
  return set.replace(candidate, (_, address: string, size: string) => place(address) + size)
}
