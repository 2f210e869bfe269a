import 'server-only'
import type { Envelope } from '#contracts/envelope'
import { builtHeader, repeatsHeader } from '#lib/new-version'
import { keepsKeys } from './keeps-keys'

const headersOfApi = {
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  vary: 'Cookie',
  [builtHeader]: process.env.BUILT_AT ?? '',
}

/** Headers of every answer under `/api`. */
export function apiHeaders(cookies: readonly string[] = []): Headers {
  const headers = new Headers(headersOfApi)
  if (keepsKeys()) headers.set(repeatsHeader, '1')
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}

/** An envelope of the console's own, in the platform's form. */
export function envelopeResponse(
  status: number,
  envelope: Partial<Envelope> & { code: number },
  cookies: readonly string[] = [],
  more: Record<string, string> = {},
): Response {
  const headers = apiHeaders(cookies)
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  return Response.json({ msg: '', ...envelope, data: envelope.data ?? null }, { status, headers })
}
