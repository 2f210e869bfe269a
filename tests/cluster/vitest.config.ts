import { longTier } from '../long-tier.ts'

/** `npx vitest run --project cluster`: whole clusters whose programs are killed. Of the long tier. */
export default longTier('cluster', import.meta.dirname)
