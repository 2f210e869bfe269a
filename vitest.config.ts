import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      'tests/platform/vitest.config.ts',
      'tests/platform/vitest.long.config.ts',
      'tests/release/vitest.config.ts',
      {
        test: {
          name: 'unit',
          maxWorkers: '100%',
          include: ['tests/unit/**/*.test.ts'],
          // Next replaces this marker in a build; outside of one it refuses every import.
          alias: { 'server-only': new URL('./tests/empty.ts', import.meta.url).pathname },
          testTimeout: 20_000,
        },
      },
    ],
  },
})
