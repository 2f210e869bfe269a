/**
 * Permission codes have the form `uia.{page}.{action}`; the specification names some without the `uia.` prefix,
 * so both sides are compared without it (section 6).
 */
export function permissionKey(code: string): string {
  return code.startsWith('uia.') ? code.slice(4) : code
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
