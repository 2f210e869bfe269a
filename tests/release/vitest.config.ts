import { defineConfig } from 'vitest/config'

/** `npx vitest run --project release`: the archive that `npm run release` makes, unpacked and run. Of the long tier. */
export default defineConfig({
  cacheDir: '../../node_modules/.vite/release',
  test: {
    name: 'release',
    root: import.meta.dirname,
    include: ['*.long.test.ts'],
    globalSetup: ['global-setup.ts'],
    // Each runs a whole Atrium.
    fileParallelism: false,
    // A build among others that keep the machine busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
