export function openDataFolder(folder: string): void
export function keepSecret(folder: string, name: string, fix?: string): string
export function folderFault(folder: string, error: Error): Error
