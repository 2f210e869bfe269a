import type { Told } from './row-sum.ts'

/** What a copy does not hold. */
export function tellLeftOut(names: readonly string[]): void {
  console.log(
    `Left out, since Atrium did not make them: ${names.join(', ')}. Copy them with pg_dump if you need them.`,
  )
}

/** Rows and checksum of every table, for people, who may compare two copies by eye. */
export function report(tables: Record<string, Told>): string {
  const entries = Object.entries(tables).toSorted(([one], [other]) => one.localeCompare(other))
  const width = Math.max(...entries.map(([name]) => name.length))
  const lines = entries.map(
    ([name, { rows, sum }]) => `  ${name.padEnd(width)} ${String(rows).padStart(10)}  ${sum.slice(0, 16)}`,
  )
  const all = entries.reduce((total, [, { rows }]) => total + rows, 0)
  return [...lines, `  ${'all'.padEnd(width)} ${String(all).padStart(10)}`].join('\n')
}
