import { defineConfig } from 'vitest/config'

/** `npx vitest run --project cluster`: whole clusters whose programs are killed. Of the long tier. */
export default defineConfig({
  cacheDir: '../../node_modules/.vite/cluster',
  test: {
    name: 'cluster',
    root: import.meta.dirname,
    include: ['*.long.test.ts'],
    globalSetup: ['global-setup.ts'],
    // Each runs a whole cluster.
    fileParallelism: false,
    // Among others that keep the machine busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
