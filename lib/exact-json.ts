const number = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const beginsNumber = /[-\d]/
const integer = /^-?\d+$/

/**
 * What a text of JSON says, with whole numbers beyond what a double holds as texts: platforms number their records so, and
 * the next number is another record. @throws SyntaxError
 */
export function parseExact(text: string): unknown {
  const parsed: unknown = JSON.parse(text)
  // Sixteen digits are the first that may not fit.
  return /\d{16}/.test(text) ? JSON.parse(quoted(text)) : parsed
}

/** Step by step: an expression for texts in quotes takes one of a few million signs for too deep. */
function quoted(text: string): string {
  let made = ''
  let done = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '"') at = endOfText(text, at)
    number.lastIndex = at
    const found = beginsNumber.test(sign) ? number.exec(text)?.[0] : undefined
    if (found === undefined) continue
    if (integer.test(found) && !Number.isSafeInteger(Number(found))) {
      made += `${text.slice(done, at)}"${found}"`
      done = at + found.length
    }
    at += found.length - 1
  }
  return made + text.slice(done)
}

/** Where a text that begins there ends; the end of all where it does not. */
export function endOfText(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}
