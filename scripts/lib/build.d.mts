export const consoleSources: readonly string[]
export function sourceHash(folder?: string, basePath?: string): string
export function isBuilt(folder?: string, hash?: string): boolean
export function build(folder: string, env: Record<string, string | undefined>): Promise<void>
export function ensureBuilt(options?: { demo?: boolean }): Promise<void>
export function explainBuild(output: string): string
