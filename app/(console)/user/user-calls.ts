import { currentUser } from '#contracts/session'
import { type ProfileChange, update } from '#contracts/user'
import { api } from '#lib/api'
import { forgivingApi } from '#lib/forgiving-api'
import { remember } from '#lib/storage'
import type { KeyHolder } from '#lib/write-key'

/** Sends nothing but the one change (ME-6). */
export function saveProfile(change: ProfileChange, holder: KeyHolder): Promise<unknown> {
  return api(update, { body: change }, holder)
}

/** Reads the person anew after a save, and with them what the browser keeps of them. @throws CallError */
export async function refreshUser(): Promise<void> {
  const { superIdentification } = await forgivingApi(currentUser, {})
  remember('superIdentification', superIdentification ? '1' : '0')
}
