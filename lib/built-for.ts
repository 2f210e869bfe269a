/** Where a build expects its pages to stand: at `/` of its host, or at `/{code}`. */
export type BuiltFor = 'root' | 'prefix'

/** What the console's server says of a system's page, whose addresses it has put right on the way. */
export const builtForHeader = 'x-system-built-for'
