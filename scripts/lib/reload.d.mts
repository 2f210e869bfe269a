import type { Service } from './stack.mjs'

type Environment = Readonly<Record<string, string | undefined>>

export const reloadable: Readonly<Record<'console' | 'platform', readonly string[]>>

export function reloader(given: {
  env: Environment
  /** As `readEnvFile` gave it. */
  envFile?: { path: string; said: Environment; taken: readonly string[] } | undefined
  settings: unknown
  secrets: unknown
  services: Partial<Record<'console' | 'platform', Pick<Service, 'change' | 'takeBack'>>>
  say: (sentence: string) => void
}): () => Promise<void>
