import { resolve } from 'node:path'

export default { poweredByHeader: false, turbopack: { root: resolve(import.meta.dirname, '../..') } }
