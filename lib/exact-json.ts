/** Texts, which stay as they are, and numbers. */
const part = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g
const integer = /^-?\d+$/

/**
 * What a text of JSON says, with whole numbers beyond what a double holds as texts: platforms number their records so, and
 * the next number is another record. @throws SyntaxError
 */
export function parseExact(text: string): unknown {
  // Sixteen digits are the first that may not fit.
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  const isLost = (found: string) => integer.test(found) && !Number.isSafeInteger(Number(found))
  return JSON.parse(text.replace(part, (found) => (isLost(found) ? `"${found}"` : found)))
}
