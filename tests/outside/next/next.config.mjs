import { join } from 'node:path'

/** Next.js itself is the console's own. */
export default { output: 'export', turbopack: { root: join(import.meta.dirname, '..', '..') } }
