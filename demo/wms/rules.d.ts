import type { TextKey } from './texts.js'

export const places: readonly string[]
export function faultsOf(typed: Record<string, unknown>): Record<string, TextKey>
