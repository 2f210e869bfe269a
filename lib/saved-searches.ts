import { limits } from '#contracts/limits'

/** Searches of a list by names that a person gave them; each is what stands in its address. */
export interface SavedSearch {
  readonly name: string
  readonly search: string
}

const most = 30

/** What of an address makes the search, in one spelling: not its page. */
export function sameSearch(address: string): string {
  const params = new URLSearchParams(address)
  params.delete('page')
  return params.toString()
}

/** Reads what was kept: nonsense is left out. */
export function asSearches(text: string | undefined): SavedSearch[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept)
      ? kept
          .map((one): { name?: unknown; search?: unknown } => Object(one))
          .filter((one): one is SavedSearch => typeof one.name === 'string' && typeof one.search === 'string')
          .map(({ name, search }) => ({ name, search: sameSearch(search) }))
          .slice(0, most)
      : []
  } catch {
    return []
  }
}

/** What is kept of them; nothing where they are too many, or too long. */
export function searchesText(searches: readonly SavedSearch[]): string | undefined {
  const text = JSON.stringify(searches)
  return searches.length > most || text.length > limits.preferenceLength ? undefined : text
}
