import { defineConfig } from 'vitest/config'
import { patience, workers } from './tests/patience.ts'

export default defineConfig({
  test: {
    projects: [
      'tests/platform/vitest.config.ts',
      'tests/platform/vitest.long.config.ts',
      'tests/release/vitest.config.ts',
      'tests/cluster/vitest.config.ts',
      {
        test: {
          name: 'unit',
          maxWorkers: workers,
          isolate: false,
          setupFiles: ['tests/own-process.ts'],
          include: ['tests/unit/**/*.test.ts'],
          // Next replaces this marker in a build; outside of one it refuses every import.
          alias: {
            'server-only': new URL('./tests/empty.ts', import.meta.url).pathname,
            // Of the two endings that package.json names, Vite tries the first only.
            '#components': new URL('./components', import.meta.url).pathname,
          },
          ...patience,
        },
      },
    ],
  },
})
