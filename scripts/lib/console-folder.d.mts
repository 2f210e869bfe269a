export function makeConsoleFolder(
  settings: { dataDir: string; port: number; basePath: string },
  source?: string,
): string
