import { codes } from '#contracts/envelope'
import { limits } from '#contracts/limits'
import { all, put } from '#contracts/preference'
import { api } from '#lib/api'
import { lookKey, lookText } from '#lib/kept-look'
import type { ListLook } from '#lib/list-look'
import { CallError } from '#lib/request'
import { recall, remember, setLookCookie } from '#lib/storage'

/*
 * What a person sets up, by key: on the platform, where it is there on any machine; else in this browser, as what is said of
 * how a list looks in a cookie, so that the server draws it.
 */

/** Milliseconds: somebody who moves a column three places sets up one thing. */
const pause = 600
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; send: () => Promise<void> }>()

/** @throws CallError where it can be kept nowhere for now */
export async function keep(key: string, value: string | null): Promise<void> {
  try {
    await api(put, { body: { key, value } })
  } catch (error) {
    if (!isMissing(error)) throw error
    const { [key]: _, ...others } = keptHere()
    remember('kept', JSON.stringify(value === null ? others : { ...others, [key]: value }))
  }
}

/** All that is kept, by key; `isHere`: in this browser only, until sign-out. @throws CallError */
export async function keptTexts(): Promise<{ texts: Record<string, string>; isHere: boolean }> {
  try {
    return { texts: await api(all, {}), isHere: false }
  } catch (error) {
    if (!isMissing(error)) throw error
    return { texts: keptHere(), isHere: true }
  }
}

/** A pause after the last change; a page that is left keeps it at once, also what is under way and would be broken off. */
export function keepLook(list: string, look: ListLook, onFault: (error: unknown) => void): void {
  const text = lookText(look)
  clearTimeout(waiting.get(list)?.timer)
  const send = async () => {
    clearTimeout(waiting.get(list)?.timer)
    try {
      await api(put, { body: { key: lookKey(list), value: text ?? null } })
    } catch (error) {
      if (isMissing(error)) setLookCookie(list, text)
      else onFault(error)
    }
    if (waiting.get(list)?.send === send) waiting.delete(list)
  }
  waiting.set(list, { timer: setTimeout(send, pause), send })
}

if (typeof document !== 'undefined') {
  // The last that a page hears when it is left, and what makes a request outlive it.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') for (const { send } of waiting.values()) send()
  })
}

function isMissing(error: unknown): boolean {
  return error instanceof CallError && error.code === codes.notFound
}

function keptHere(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(recall('kept') ?? '{}')
    const entries = Object.entries(Object(kept)).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && entry[1].length <= limits.preferenceLength,
    )
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}
