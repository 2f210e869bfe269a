import { defineConfig } from 'vitest/config'
import { patience } from './patience.ts'

/** A project of the long tier: whole programs, started by its own `global-setup.ts`, one file after the other. */
export const longTier = (name: string, root: string) =>
  defineConfig({
    cacheDir: `../../node_modules/.vite/${name}`,
    test: {
      name,
      root,
      include: ['*.long.test.ts'],
      globalSetup: ['global-setup.ts'],
      fileParallelism: false,
      ...patience,
    },
  })
