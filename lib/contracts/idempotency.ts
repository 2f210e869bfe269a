import type { Endpoint } from './endpoint.ts'

/**
 * Names one press of Save or Confirm, or one row of many: a platform that keeps keys does what comes twice under one key once, and answers
 * it alike (the IETF's draft-ietf-httpapi-idempotency-key-header). A platform that knows no such header ignores it.
 */
export const keyHeader = 'idempotency-key'

/** With it a platform says in each answer to signed-in people that it keeps keys, and for how many seconds. */
export const lifetimeHeader = 'idempotency-key-lifetime'
export const keyLifetime = 24 * 3600

/** The standard has quotes around it; most programs send none. */
const form = /^(?:"([\w-]{16,64})"|([\w-]{16,64}))$/

/** The key in a header; nothing where it is none. */
export function keyIn(header: string): string | undefined {
  const [, quoted, plain] = form.exec(header) ?? []
  return quoted ?? plain
}

export function keyText(key: string): string {
  return `"${key}"`
}

/** Whether a call is done once under one key: a change that browsers make. Its answer is kept, so it holds no secret. */
export function isKeyed({ operation, caller, access }: Endpoint): boolean {
  return operation !== undefined && caller === 'browser' && access === 'session'
}
