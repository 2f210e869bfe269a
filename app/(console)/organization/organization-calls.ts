import * as organizations from '#contracts/organization'
import { api } from '#lib/api'

/** The list's own calls; they come with the first press. */

export function setEnabled(id: string, enabled: boolean): Promise<unknown> {
  const asked = { id, enabled: enabled ? 1 : 0 } as const
  return api(organizations.updateEnable, { query: asked, body: asked })
}

export function remove(id: string): Promise<unknown> {
  return api(organizations.remove, { params: { id } })
}
