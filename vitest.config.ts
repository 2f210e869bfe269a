import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      'tests/platform/vitest.config.ts',
      {
        test: {
          name: 'unit',
          include: ['tests/{unit,bff,contracts,scripts}/**/*.test.ts'],
          // Next replaces this marker in a build; outside of one it refuses every import.
          alias: { 'server-only': new URL('./tests/empty.ts', import.meta.url).pathname },
          testTimeout: 20_000,
        },
      },
    ],
  },
})
