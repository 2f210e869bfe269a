export function sourceHash(folder?: string, basePath?: string): string
export function isBuilt(folder?: string): boolean
export function ensureBuilt(options?: { demo?: boolean }): Promise<void>
export function explainBuild(output: string): string
