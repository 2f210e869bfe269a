/** Who a page was opened by and where (EDGE-1): what every request of it states, and what the session is compared with. */
interface PageContext {
  userId: string
  orgId: string
  systemId: string
}

export const contextHeader = 'x-context'
/** The same in an address, for what bears no header; the console's server takes it off. */
export const contextParameter = 'console-context'

export function contextText({ userId, orgId, systemId }: PageContext): string {
  return [userId, orgId, systemId].map(encodeURIComponent).join('|')
}

/** A context with its names, as a person is told of it; empty ids outside any system. */
export interface Place extends PageContext {
  username: string
  orgName: string
  systemName: string
  systemNameEn?: string | undefined
}

const fields = ['userId', 'username', 'orgId', 'orgName', 'systemId', 'systemName'] as const

/** By hand: the first page of the console does without the library that reads forms. */
export function asPlace(value: unknown): Place | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const given = value as Partial<Place>
  return fields.every((field) => typeof given[field] === 'string') ? (given as Place) : undefined
}

/** Where the session is by now, as `data` of a refusal to a page that is behind says. */
export function placeMovedTo(data: unknown): Place | undefined {
  return asPlace((data as { movedTo?: unknown } | null | undefined)?.movedTo)
}
