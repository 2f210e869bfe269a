export interface Totals {
  passed: number
  skipped: number
  /** What failed: its name, and the first lines of why. */
  failures: string[]
}
export function vitestTotals(report: unknown, exitCode: number): Totals
export function sum(all: Totals[]): Totals
export function closing(totals: Totals): string
export function lineTotals(lines: readonly object[], exitCode: number): Totals
