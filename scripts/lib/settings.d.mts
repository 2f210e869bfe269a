export interface Settings {
  host: string
  port: number
  platformHost: string
  platformPort: number
  emsPort: number
  wmsPort: number
  metricsHost: string
  /** Nothing where nothing is measured. */
  metricsPort: number | undefined
  platformMetricsPort: number | undefined
  embedded: boolean
  platformUrl: string
  dataDir: string
  publicOrigin: string
  basePath: string
  demo: boolean
  microAppOrigins: string
}
type Environment = Record<string, string | undefined>

export function readSettings(env?: Environment): Settings
export function readSecrets(
  settings: Settings,
  env?: Environment,
): { session: string; clientId: string; clientSecret: string; audit?: string }
export function keptAuditKey(dataDir: string): string
export function needsPublicOrigin(env?: Environment): boolean
