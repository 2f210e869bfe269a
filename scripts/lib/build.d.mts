export const consoleSources: readonly string[]
export function sourceHash(folder?: string, basePath?: string): string
export function isBuilt(folder?: string, hash?: string): boolean
export function build(folder: string, env: Record<string, string | undefined>): Promise<void>
export function ensureBuilt(options?: { demo?: boolean }): Promise<void>
/** Another build of the console in a folder of its own, with `added` behind some of its files. */
export function ensureBuiltIn(
  folder: string,
  title: string,
  env: Record<string, string | undefined>,
  added?: Record<string, string>,
): Promise<string>
export function explainBuild(output: string): string
