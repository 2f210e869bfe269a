import type { Service } from './stack.mjs'

type Environment = Readonly<Record<string, string | undefined>>

export const reloadable: Readonly<Record<'console' | 'platform', readonly string[]>>

export function reloader(given: {
  env: Environment
  settings: unknown
  secrets: unknown
  services: Partial<Record<'console' | 'platform', Pick<Service, 'change'>>>
  say: (sentence: string) => void
}): () => void
