import { defineConfig } from 'vitest/config'
import { patience, workers } from '../patience.ts'

/** `npx vitest run --project platform`; the long ones, `*.long.test.ts`, by `--project long`. */
export default defineConfig(projectOf('platform', ['*.test.ts'], ['*.long.test.ts'], workers))

/** @param maxWorkers without one Vitest would leave a processor idle */
export function projectOf(
  name: string,
  include: string[],
  exclude: string[] = [],
  maxWorkers: number | string = '100%',
) {
  return {
    cacheDir: `../../node_modules/.vite/${name}`,
    test: {
      name,
      root: import.meta.dirname,
      include,
      exclude,
      maxWorkers,
      globalSetup: ['global-setup.ts'],
      isolate: false,
      setupFiles: ['own-modules.ts'],
      ...patience,
    },
  }
}
