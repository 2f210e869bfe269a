export interface Service {
  readonly name: string
  start(): Promise<void>
  /** SIGTERM, waited for. */
  stop(): Promise<void>
  /** SIGKILL, not waited for. */
  kill(): void
  /** Settings that have another value from now on (null: none), also for a start that follows. Rejects when they are not taken. */
  change(settings: Record<string, string | null>): Promise<void>
  /** Settings as they were before a change, whatever the program says to that. */
  takeBack(settings: Record<string, string | null>): Promise<void>
  readonly pid: number | undefined
  /** The last of what it said. */
  readonly words: string
}

export interface Stack {
  url: string
  platformUrl: string
  console: Service
  /** Missing with PLATFORM_URL. */
  platform: Service | undefined
  /** The demo systems; missing without demo data. They may still be starting: `ems.start()` is under way. */
  ems?: Service
  wms?: Service
  /** Reads the settings file and the secrets again, and hands on what has changed; rejects when nothing was changed. */
  reload(): Promise<void>
  stop(): Promise<void>
}

export function startStack(options?: {
  port?: number
  platformPort?: number
  emsPort?: number
  wmsPort?: number
  dataDir?: string
  env?: Record<string, string | undefined>
  mode?: 'start' | 'dev'
  /** Of a build elsewhere. */
  folder?: string
  onLine?: (name: 'platform' | 'console' | 'ems' | 'wms', line: string) => void
  /** A part ended unasked; with `say`, one that could not be started again. */
  onDeath?: (fault: Error) => void
  /** Parts that end unasked are started again, and this is told so. */
  say?: (sentence: string) => void
  signal?: AbortSignal
}): Promise<Stack>
