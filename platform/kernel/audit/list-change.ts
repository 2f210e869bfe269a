interface Difference {
  added: string[]
  removed: string[]
}

export function differenceOf(stored: readonly string[], next: readonly string[]): Difference {
  const [before, after] = [new Set(stored), new Set(next)]
  return { added: next.filter((id) => !before.has(id)), removed: stored.filter((id) => !after.has(id)) }
}

/** How many names of a long list the operation log keeps. */
export const mostNames = 20

/**
 * For the operation log: how many before and after, and the first names of what went and what came. `namesOf` gives the
 * names of these ids, `mostNames` at most.
 */
export async function listChange(
  stored: readonly string[],
  next: readonly string[],
  namesOf: (ids: readonly string[]) => Promise<string[]>,
) {
  const { added, removed } = differenceOf(stored, next)
  return {
    before: { count: stored.length, names: removed.length === 0 ? [] : await namesOf(removed) },
    after: { count: next.length, names: added.length === 0 ? [] : await namesOf(added) },
  }
}
