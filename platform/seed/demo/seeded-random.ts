import { newId } from '#platform/kernel/ids'

/** A source of random that gives the same on every machine, so that demo data can be spoken about. */
export interface SeededRandom {
  /** A whole number from 0, below `below`. */
  number(below: number): number
  pick<Items extends readonly [unknown, ...unknown[]]>(items: Items): Items[number]
  id(time: Date): string
}

/** mulberry32: four lines, even enough for names and dates. */
export function seeded(seed: number): SeededRandom {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const number = (below: number) => Math.floor(next() * below)
  return {
    number,
    pick: (items) => items[number(items.length)] ?? items[0],
    id: (time) => newId(time, () => Uint8Array.from({ length: 10 }, () => number(256))),
  }
}
