import * as applications from '#contracts/apply'
import { api } from '#lib/api'

/** The list's own calls; they come with the first press. */

export function setEnabled(id: string, enabled: boolean): Promise<unknown> {
  return api(applications.updateEnable, { query: { id, enabled: enabled ? 1 : 0 } })
}

export function remove(id: string): Promise<unknown> {
  return api(applications.remove, { params: { id } })
}
