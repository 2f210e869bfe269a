import type { Service } from '../stack.mjs'

/** PostgreSQL under Patroni, on one of the machines. */
export interface Database {
  machine: 'a' | 'b'
  port: number
  start(): Promise<void>
  isPrimary(): Promise<boolean>
  /** It has all that was acknowledged, and may become primary. */
  isSynchronous(): Promise<boolean>
  /** SIGKILL to PostgreSQL alone, which Patroni sees. */
  crash(): void
  /** SIGKILL to both, as when the machine is gone. */
  vanish(): Promise<void>
}

export interface Cluster {
  /** Of nginx: what people type. */
  url: string
  folder: string
  databases: Database[]
  /** One on each machine; one that is killed is started again, as a service manager does. */
  platforms: (Service & { settings: { platformUrl: string } })[]
  consoles: (Service & { settings: { port: number } })[]
  /** The primary's address, through HAProxy of a machine. */
  databaseUrl(machine?: 'a' | 'b'): Promise<string>
  /** Stops the console of a machine (0 or 1), as for an upgrade, and starts the one that is built in this folder. */
  replaceConsole(at: number, folder: string): Promise<void>
  stop(): Promise<void>
}

export function startCluster(options?: {
  env?: Record<string, string | undefined>
  /** Of nginx; a free one without it. */
  port?: number
  /** Machines whose platform is given the databases' addresses instead of HAProxy's. */
  hosts?: ('a' | 'b')[]
  say?: (sentence: string) => void
  onLine?: (name: string, line: string) => void
  onDeath?: (fault: Error) => void
  signal?: AbortSignal
}): Promise<Cluster>
