import 'server-only'
import { endOfText, parseExact } from '#lib/exact-json'

/** Levels of lists and objects, more than any call has: what comes of it is rendered and compared level by level. */
const deepest = 100

/** What a text of JSON says, without the mark that some put before it; nothing where it is none, or nested deeper than anything that is meant. */
export function parseJson(marked: string): unknown {
  const text = marked.replace(/^\uFEFF/, '')
  try {
    return isDeeper(text) ? undefined : parseExact(text)
  } catch {
    return undefined
  }
}

function isDeeper(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') at = endOfText(text, at)
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
    if (depth > deepest) return true
  }
  return false
}
