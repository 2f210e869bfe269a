import type { Settings } from './settings.mjs'
import type { Service } from './stack.mjs'

export function isDemoBuilt(folder?: string): boolean
export function demoHash(folder?: string): string
export function ensureDemoBuilt(): Promise<void>
export function demoServices(
  settings: Pick<Settings, 'platformUrl' | 'emsPort' | 'wmsPort'>,
  options: {
    env?: Record<string, string | undefined>
    onLine: (code: string, line: string) => void
    onDeath: (code: string, fault: Error) => void
  },
): { ems: Service; wms: Service }
