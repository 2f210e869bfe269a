import type { Settings } from './settings.mjs'

export function checkPort(port: number, host: string, variable: string): Promise<void>
export function checkPorts(settings: Settings): Promise<void>
export function freePort(): Promise<number>
