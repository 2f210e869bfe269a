import { defineConfig } from 'vitest/config'

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
      testTimeout: 20_000,
      // A busy machine takes longer than Vitest's own second.
      expect: { poll: { timeout: 15_000 } },
      hookTimeout: 60_000,
    },
  }
}
