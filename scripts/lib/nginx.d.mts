export function findNginx(): { nginx: string; openssl: string; env: NodeJS.ProcessEnv } | undefined
export function ensureNginx(): Promise<void>

/** The settings around a site: it runs in the foreground, as this user, and writes to `folder` only. */
export function nginxAround(folder: string, site: string): string
