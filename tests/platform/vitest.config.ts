import { defineConfig } from 'vitest/config'
import { patience } from '../patience.ts'

/** `npx vitest run --project platform`; the long ones, `*.long.test.ts`, by `--project long`. */
export default defineConfig(projectOf('platform', ['*.test.ts'], ['*.long.test.ts']))

export function projectOf(name: string, include: string[], exclude: string[] = []) {
  return {
    cacheDir: `../../node_modules/.vite/${name}`,
    test: {
      name,
      root: import.meta.dirname,
      include,
      exclude,
      // Vitest would leave one processor idle.
      maxWorkers: '100%',
      globalSetup: ['global-setup.ts'],
      isolate: false,
      setupFiles: ['own-modules.ts'],
      ...patience,
    },
  }
}
