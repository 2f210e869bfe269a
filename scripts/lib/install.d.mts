export function lockStamp(folder?: string): string
export function isInstalled(folder?: string): boolean
export function ensureInstalled(): Promise<void>
export function explainInstall(output: string): string
