interface Sizes {
  organizations: number
  departments: number
  roles: number
  accounts: number
  sessions: number
  entries: number
  operations: number
}
/** How many of each are made unless told otherwise: rows. */
export const wholeSizes: Sizes
/** Fills a database that the platform has made, for people whose password is kept as `password`. */
export function fillDatabase(
  url: string,
  sizes: Partial<Sizes>,
  password: string,
  say?: (line: string) => void,
): Promise<void>
