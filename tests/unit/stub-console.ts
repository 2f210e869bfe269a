import type { Server } from 'node:http'
import { NextRequest } from 'next/server'
import { vi } from 'vitest'
import { serve } from '../serve'

/** What a console cannot start without. */
export const settings = {
  PLATFORM_URL: 'http://127.0.0.1:4000',
  PLATFORM_CLIENT_ID: 'console',
  PLATFORM_CLIENT_SECRET: 'secret',
  SESSION_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  PUBLIC_ORIGIN: 'http://console.example',
}

/** The environment of a console; `undefined` takes a variable away. */
export function stubSettings(more: Partial<Record<string, string>> = {}): void {
  for (const [name, value] of Object.entries({ ...settings, ...more })) vi.stubEnv(name, value)
}

/** A console process of its own, over the platform at that address. */
export function stubConsole(platform: string, more: Partial<Record<string, string>> = {}): void {
  stubSettings({ PLATFORM_URL: platform, RATE_LIMIT: '0', ...more })
  vi.resetModules()
}

/** The same over a platform that a test stands in for; gives what ends both. */
export async function consoleOver(platform: Server): Promise<() => Promise<void>> {
  const { origin, stop } = await serve(platform)
  stubConsole(origin)
  return async () => {
    vi.unstubAllEnvs()
    await stop()
  }
}

interface Asking {
  body?: string | ReadableStream
  headers?: Record<string, string>
  userId?: string
  /** Beside the session's. */
  cookies?: string
  signal?: AbortSignal | undefined
}

/** What a signed-in person asks of that console; with a body it is a POST. */
export async function askConsole(path: string, given: Asking = {}): Promise<NextRequest> {
  const { sessionCookie } = await import('#lib/server/session/session')
  const { body, userId = '7', cookies, signal } = given
  const person = { v: 1 as const, userId, username: 'li', superIdentification: true, token: 'token' }
  const cookie = await sessionCookie({ ...person, startedAt: Math.floor(Date.now() / 1000) })
  const headers = {
    ...{ 'x-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    cookie: [cookie.split(';')[0], ...(cookies ? [cookies] : [])].join('; '),
    ...given.headers,
  }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body, duplex: 'half' as const }
  return new NextRequest(`http://console.example${path}`, { ...init, ...(signal && { signal }) })
}

/** What their call through it is answered. */
export async function callConsole(path: string, given: Asking = {}): Promise<Response> {
  const { forward } = await import('#lib/server/bff/forward')
  return forward(await askConsole(`/api${path}`, given))
}
