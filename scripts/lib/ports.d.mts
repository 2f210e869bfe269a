import type { Settings } from './settings.mjs'

export function checkPort(port: number, host: string, variable: string): Promise<void>
export function portsOf(
  settings: Settings,
  part: 'console' | 'platform' | 'all',
): [port: number, host: string, variable: string][]
export function checkPorts(settings: Settings, part?: 'console' | 'platform' | 'all'): Promise<void>
export function freePort(): Promise<number>
