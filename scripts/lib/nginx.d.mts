export function findNginx(): { nginx: string; openssl: string; env: NodeJS.ProcessEnv } | undefined
export function ensureNginx(): Promise<void>
