export interface Totals {
  passed: number
  failed: number
  skipped: number
}
export function vitestTotals(report: unknown, exitCode: number): Totals
export function playwrightTotals(report: unknown, exitCode: number): Totals
export function sum(all: Totals[]): Totals
export function lastLine(totals: Totals): string
