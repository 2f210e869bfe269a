import type { BinPage, Restored } from '#contracts/bin'
import type { Calls } from './bulk'

/** What was deleted of a list, and bringing it back. The same functions at every render. */
export interface Bin {
  of: Calls['of']
  /** A page of what bears the name, or of all: the first, or the one that `next` of another says. */
  deleted: (name?: string, next?: string) => Promise<BinPage>
  restore: (id: string) => Promise<Restored>
}

/** By the calls of its resource. @param make the same at every render */
export function binOf({ of, make }: Calls): Bin {
  return {
    of,
    deleted: (name, next) => make('deleted', { query: { name, after: next } }) as ReturnType<Bin['deleted']>,
    restore: (id) => make('restore', { params: { id } }) as ReturnType<Bin['restore']>,
  }
}
