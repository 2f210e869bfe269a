export function isAtLeast(version: string, wanted: [number, number]): boolean
export function canRun(version: string): boolean
export function checkBeginning(version?: string): void
