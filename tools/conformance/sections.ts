import type { Endpoint } from '#contracts/endpoint'
import { endpoints, type ResourceKey, resources } from '#contracts/registry'
import type { CallName } from './findings.ts'

/** The sections of the specification that a call stands in. */
export function sectionOf(call: CallName): string {
  return call === 'general' ? '7, 8' : resources[groupOf(call) as ResourceKey].sections
}

export function groupOf(call: CallName): string {
  return call.split('.')[0] ?? call
}

/** `GET /sys/online`, or nothing for what holds for all calls. */
export function lineOf(call: CallName): string {
  return call === 'general' ? '' : `${endpoints[call].method} ${endpoints[call].path}`
}

/** What the console does without a call that a platform may lack; nothing for one that it has to have. */
export function withoutCall(call: CallName): string | undefined {
  const endpoint: Endpoint | undefined = call === 'general' ? undefined : endpoints[call]
  return endpoint?.without
}
