/** Where a build expects its pages to stand: at `/` of its host, or at `/{code}`. */
export type BuiltFor = 'root' | 'prefix'

/** What the console's server says of a system's page, whose addresses it has put right on the way. */
export const builtForHeader = 'x-system-built-for'

/** The encoding of a page that is none of UTF-8: what it loads, and says nothing of its own, is in it, too. */
export const encodingHeader = 'x-system-encoding'
