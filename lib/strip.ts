import { patterns } from '#contracts/patterns'

/** Removes the special characters of specification section 5. */
export function strip(text: string): string {
  return Array.from(text)
    .filter((character) => !patterns.specialCharacter.test(character))
    .join('')
}

/** The same, or another cleaning, for a field being typed in: the caret stays behind the character it stood behind. */
export function stripAtCaret(text: string, caret: number, clean = strip): { text: string; caret: number } {
  return { text: clean(text), caret: clean(text.slice(0, caret)).length }
}
