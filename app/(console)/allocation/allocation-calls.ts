import * as systems from '#contracts/allocation'
import { api } from '#lib/api'

/** The list's own calls; they come with the first press. */

/** The call is described two ways (specification section 7): both at once. */
export function setEnabled(id: string, enabled: boolean): Promise<unknown> {
  const value = enabled ? 1 : 0
  return api(systems.updateEnable, { query: { id, enabled: value }, body: { id, enable: value } })
}

export function remove(id: string): Promise<unknown> {
  return api(systems.remove, { params: { id } })
}
