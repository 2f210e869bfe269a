import 'server-only'
import type { IncomingHttpHeaders } from 'node:http'
import { lifetimeHeader } from '#contracts/idempotency'

// Next bundles pages and routes apart, each with modules of its own: what they share stands in the process.
const shared = globalThis as typeof globalThis & { platformKeepsKeys?: boolean }

/** Learns from the answers to signed-in people whether the platform does a write once that comes twice under one key. */
export function noteKeys(
  { origin, headers }: { origin?: URL; headers: Readonly<Record<string, string>> },
  answer: { statusCode?: number; headers: IncomingHttpHeaders },
): void {
  if (origin !== undefined || !headers.authorization?.startsWith('Bearer ') || answer.statusCode !== 200)
    return
  shared.platformKeepsKeys = answer.headers[lifetimeHeader] !== undefined
}

export function keepsKeys(): boolean {
  return shared.platformKeepsKeys === true
}
