import * as departments from '#contracts/department'
import { api } from '#lib/api'

/** The list's own calls; they come with the first press. */

export function setEnabled(id: string, enabled: boolean): Promise<unknown> {
  return api(departments.updateEnable, { query: { id, enabled: enabled ? 1 : 0 } })
}

export function remove(id: string): Promise<unknown> {
  return api(departments.remove, { params: { id } })
}
