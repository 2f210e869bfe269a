import 'server-only'
import type { Envelope } from '#contracts/envelope'

const apiHeaders = {
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  vary: 'Cookie',
}

/** Headers of every answer under `/api`. */
export function answerHeaders(cookies: readonly string[] = []): Headers {
  const headers = new Headers(apiHeaders)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}

/** An envelope of the console's own, in the platform's form. */
export function answer(
  status: number,
  envelope: Partial<Envelope> & { code: number },
  cookies: readonly string[] = [],
  more: Record<string, string> = {},
): Response {
  const headers = answerHeaders(cookies)
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  return Response.json({ msg: '', data: null, ...envelope }, { status, headers })
}
