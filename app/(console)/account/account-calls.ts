import * as accounts from '#contracts/account'
import { api } from '#lib/api'

/** The list's own calls. They come with the first press, so that the contract is no part of the page. */

export function setEnabled(id: string, enabled: boolean): Promise<unknown> {
  return api(accounts.updateEnable, { body: { id, enabled: enabled ? 1 : 0 } })
}

export function remove(id: string): Promise<unknown> {
  return api(accounts.remove, { params: { id } })
}
