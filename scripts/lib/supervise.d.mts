import type { Service } from './stack.d.mts'

export function supervisor(options: {
  say: (sentence: string) => void
  signal: AbortSignal
  /** The first pause, in milliseconds. */
  first?: number
}): (service: Pick<Service, 'name' | 'start'>, how: string, giveUp: (fault: Error) => void) => Promise<void>
