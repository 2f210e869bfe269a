import type { TestProject } from 'vitest/node'
import { ensureArchive } from '../../tools/release/ensure.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    archive: string
  }
}

/** One archive for all of them. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('archive', await ensureArchive())
}
