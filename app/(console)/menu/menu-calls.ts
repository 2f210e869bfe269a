import { binOf } from '#components/list/bin'
import { impactsOf } from '#components/list/read-impact'
import { lazyCaller } from '#lib/lazy-caller'

/** The calls of menus, as pages and dialogs of lists make them. */

export const call = lazyCaller(() => import('#contracts/menu'))
export const calls = { of: 'menu', make: call } as const
export const bin = binOf(calls)
export const impacts = impactsOf(calls)

export function switchInput(id: string, enabled: 0 | 1) {
  const asked = { id, enabled }
  return { query: asked, body: asked }
}

export function removeInput(resourceId: string, systemId: string | undefined) {
  return { params: { resourceId }, query: { systemId } }
}
