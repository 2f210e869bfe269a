import { limits } from './limits.ts'
import { patterns } from './patterns.ts'
import { composed } from './plain-text.ts'

/**
 * What systems call their resources, as a menu entry made of one may be called (specification section 5): systems know no
 * such rule, and an entry whose form refuses its name could never be saved.
 */

/** As readable as it was: letters without their accents, and a hyphen for what else no name holds; the code for nothing. */
export function entryName(name: string, code: string): string {
  if (patterns.menuName.test(name) && name.length <= limits.menuName) return name
  const plain = composed(composed(name, 'NFKD').replace(/\p{M}+/gu, ''), 'NFKC')
    .replace(/[^\p{Script=Han}A-Za-z0-9_\-.()/（）]+/gu, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-/, '')
  return cut(plain, limits.menuName).replace(/-$/, '') || cut(code, limits.menuName)
}

/** A sub-application shows its page by the path; the code stands in where that is longer than a component may be. */
export function pageComponent(path: string | null, code: string): string {
  return path !== null && path.length <= limits.menuComponent ? path : code
}

/** Whether a page has no other component than that, or none: it then follows its path. */
export function followsPath(page: { component: string; path: string; code: string }): boolean {
  return page.component === '' || page.component === pageComponent(page.path || null, page.code)
}

/** Without the characters that are stripped as typed, and no longer than the form's. */
export function entryDescription(description: string | null | undefined): string | null {
  const special = new RegExp(patterns.specialCharacter, 'gu')
  const plain = (description ?? '').replace(special, ' ').replace(/\s+/gu, ' ').trim()
  return cut(plain, limits.menuDescription).trim() || null
}

/** Never half a character. */
function cut(text: string, longest: number): string {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > longest) break
    kept += character
  }
  return kept
}
