import type { Endpoint } from '#contracts/endpoint'

/** What a request carries of a body, by its call's encoding. */
export function encodedBody(endpoint: Endpoint, body: unknown): { type: string; content: string } {
  if (endpoint.encoding === 'form') {
    const pairs = Object.entries(body as Record<string, unknown>).map(([name, value]) => [
      name,
      String(value),
    ])
    return { type: 'application/x-www-form-urlencoded', content: new URLSearchParams(pairs).toString() }
  }
  return { type: 'application/json', content: JSON.stringify(body) }
}
