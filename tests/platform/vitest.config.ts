import { defineConfig } from 'vitest/config'

/** `npx vitest run --config tests/platform/vitest.config.ts` */
export default defineConfig({
  cacheDir: '../../node_modules/.vite/platform',
  test: {
    name: 'platform',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
