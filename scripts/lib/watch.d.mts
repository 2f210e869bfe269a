export function watchFolders(
  folders: readonly string[],
  onChange: () => void | Promise<void>,
  signal: AbortSignal,
): void
