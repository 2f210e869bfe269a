/**
 * Where the key of a change stays while nobody knows whether it was made: with its form, or its row of many. Sent again as
 * it is, it bears the same key, so that the platform does it once; once it was done, or with other values, it is a new one.
 */
export interface KeyHolder {
  held?: { call: string; key: string } | undefined
}

/** A key for a write, and what is to be told when it was done, or nobody knows. */
export interface WriteKey {
  key: string
  /** It may come again: somebody keeps it. */
  isHeld: boolean
  done: () => void
  lost: () => void
}

/** @param call all that the write says, as one text */
export function writeKey(call: string, holder?: KeyHolder): WriteKey {
  const held = holder?.held
  const key = held !== undefined && held.call === call ? held.key : newKey()
  return {
    key,
    isHeld: holder !== undefined,
    done: () => {
      if (holder !== undefined) holder.held = undefined
    },
    lost: () => {
      if (holder !== undefined) holder.held = { call, key }
    },
  }
}

/** Not `randomUUID`, which browsers have on HTTPS only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
