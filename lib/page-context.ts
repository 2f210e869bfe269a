/** Who a page was opened by and where (EDGE-1): what every write states, and what the session is compared with. */
export interface PageContext {
  userId: string
  orgId: string
  systemId: string
}

export const contextHeader = 'x-context'

export function contextText({ userId, orgId, systemId }: PageContext): string {
  return [userId, orgId, systemId].map(encodeURIComponent).join('|')
}

let current: string | undefined

/** The shell says where the page stands as soon as it is alive. */
export function standIn(context: PageContext): void {
  current = contextText(context)
}

export function statedContext(): string | undefined {
  return current
}
