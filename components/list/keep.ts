import { codes } from '#contracts/envelope'
import { limits } from '#contracts/limits'
import { all, put } from '#contracts/preference'
import { api } from '#lib/api'
import { asLook, lookKey, lookText, withChanges } from '#lib/kept-look'
import type { ListLook } from '#lib/list-look'
import { CallError } from '#lib/request'
import { keptLookHere, recall, remember, setLookCookie } from '#lib/storage'

/*
 * What a person sets up, by key: on the platform, where it is there on any machine; else in this browser, as what is said of
 * how a list looks in a cookie, so that the server draws it.
 */

/** Milliseconds: somebody who moves a column three places sets up one thing. */
const pause = 600
interface Waiting {
  timer: ReturnType<typeof setTimeout>
  /** Where the page is left, there is no time to read first. */
  send: (isLeft?: boolean) => Promise<void>
  /** How the list stood before the first change. */
  before: ListLook
  kept: Kept
}
/** What is kept by now, as soon as it is read; nothing where it cannot be read. */
interface Kept {
  look: ListLook | undefined
  read: Promise<void>
}
const waiting = new Map<string, Waiting>()

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
export function keepLook(
  list: string,
  from: ListLook,
  look: ListLook,
  onFault: (error: unknown) => void,
): void {
  const { timer: last, before = from, kept = keptOf(list) } = waiting.get(list) ?? {}
  clearTimeout(last)
  const send = async (isLeft = false) => {
    clearTimeout(waiting.get(list)?.timer)
    if (!isLeft) await kept.read
    const text = lookText(withChanges(kept.look ?? before, before, look))
    try {
      await api(put, { body: { key: lookKey(list), value: text ?? null } })
    } catch (error) {
      if (isMissing(error)) setLookCookie(list, text)
      else onFault(error)
    }
    if (waiting.get(list)?.send === send) waiting.delete(list)
  }
  waiting.set(list, { timer: setTimeout(send, pause), send, before, kept })
}

function keptOf(list: string): Kept {
  const read = async () => {
    const { texts, isHere } = await keptTexts()
    kept.look = asLook(isHere ? keptLookHere(list) : texts[lookKey(list)])
  }
  const kept: Kept = { look: undefined, read: Promise.resolve() }
  kept.read = read().catch(() => {})
  return kept
}

if (typeof document !== 'undefined') {
  // The last that a page hears when it is left, and what makes a request outlive it.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') for (const { send } of waiting.values()) send(true)
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
