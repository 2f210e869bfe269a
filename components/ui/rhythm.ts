/** What a bay between two columns takes of the width, against the others. */
const widths = [1, 1, 1.6] as const
const widest = 2.4

/**
 * A system's rhythm, from its code alone: the widths of the bays between its columns, as parts of 1, and which of them are lit.
 * The widest are: every rhythm has one at least, and no two of them side by side unless the code asks for it.
 */
export function rhythm(code: string, bays: number): { width: number; lit: boolean }[] {
  const draw = drawer(code)
  const first = draw(bays)
  const weights = Array.from({ length: bays }, (_, bay) =>
    bay === first || draw(9) === 0 ? widest : (widths[draw(widths.length)] ?? 1),
  )
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => ({ width: weight / whole, lit: weight === widest }))
}

/** Numbers below a bound, the same for the same text: FNV-1a, stirred by xorshift. */
function drawer(text: string): (bound: number) => number {
  let state = 0x811c9dc5
  for (const character of text.toLowerCase()) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return (bound) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % bound
  }
}
