export function takeReloadSignals(): void
export function onReload(work: () => unknown): void
