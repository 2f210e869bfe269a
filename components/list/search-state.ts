import { createContext } from 'react'

/** What the fields of a search show, by name. */
interface SearchState {
  /** What the address says now. */
  values: Readonly<Record<string, string>>
  /** What is wrong: keys of `validation`. */
  faults: Readonly<Record<string, string>>
}

export const SearchState = createContext<SearchState>({ values: {}, faults: {} })
