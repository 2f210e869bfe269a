export function lockStamp(folder?: string): string
export function isInstalled(folder?: string, parts?: { development?: boolean }): boolean
export function ensureInstalled(options?: {
  development?: boolean
  folder?: string
  npm?: (words: string[]) => Promise<void>
}): Promise<void>
export function explainInstall(output: string): string
