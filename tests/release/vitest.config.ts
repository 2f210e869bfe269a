import { longTier } from '../long-tier.ts'

/** `npx vitest run --project release`: the archive that `npm run release` makes, unpacked and run. Of the long tier. */
export default longTier('release', import.meta.dirname)
