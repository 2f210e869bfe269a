/** The console itself: its resources are built in, and it is no sub-application of its own. */
export const consoleSystem = 'uia'
const prefix = `${consoleSystem}.`

/** The permission for an action on one of the console's pages (specification section 6). */
export function codeOf(page: string, action: string): string {
  return `${prefix}${page}.${action}`
}

/** The specification names some codes without the `uia.` prefix, so both sides are compared without it (section 6). */
export function permissionKey(code: string): string {
  return code.startsWith(prefix) ? code.slice(prefix.length) : code
}

/** With and without the prefix a code is the same permission. */
export function spellingsOf(code: string): string[] {
  return [permissionKey(code), `${prefix}${permissionKey(code)}`]
}

/** The first segment of a code names the system that it belongs to (specification section 3). */
export function systemOf(code: string): string {
  return code.split('.')[0] ?? ''
}

/** What a person may do: everything (`superIdentification`), or what their codes name. */
export interface Grant {
  superIdentification: boolean
  /** Already reduced by `permissionKey`. */
  keys: ReadonlySet<string>
}

export function grantOf(superIdentification: boolean, codes: Iterable<string>): Grant {
  return { superIdentification, keys: new Set(Array.from(codes, permissionKey)) }
}

/** One rule for buttons, pages, the BFF and the platform: any one of the named codes is enough; none named is open. */
export function permits(grant: Grant, permissions: readonly string[]): boolean {
  return (
    grant.superIdentification ||
    permissions.length === 0 ||
    permissions.some((code) => grant.keys.has(permissionKey(code)))
  )
}
