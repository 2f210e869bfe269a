import { createHash } from 'node:crypto'

/** Random numbers that are the same for the same seed, on every machine. */
export function seededRandom(seed: string) {
  let drawn = 0
  /** From 0 to 1. */
  const next = () => {
    drawn += 1
    return createHash('sha256').update(`${seed} ${drawn}`).digest().readUInt32BE(0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    pick: <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0],
  }
}
