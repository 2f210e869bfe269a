import { defineConfig } from 'vitest/config'
import { projectOf } from './vitest.config.ts'

/** `npx vitest run --project long`: what takes minutes, since it fills databases, kills processes or asks ten thousand times. */
export default defineConfig(projectOf('long', ['*.long.test.ts']))
