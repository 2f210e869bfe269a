/**
 * The key of a form's last save that came to no answer. Saved again as it is, it bears the same key, so that the platform
 * does it once; once it was done, or with other values, it is a new one.
 */
export interface HeldKey {
  call: string
  key: string
}

/** A form that is saving: what it sends meanwhile bears its key. Forms are modal, hence there is one at a time. */
export interface SavingForm {
  held?: HeldKey | undefined
}
let saving: SavingForm | undefined

/** Makes the calls of a form's save. */
export async function savingOf<T>(form: SavingForm, save: () => Promise<T>): Promise<T> {
  saving = form
  try {
    return await save()
  } finally {
    if (saving === form) saving = undefined
  }
}

/** A key for a write, and what is to be told when it was done, or nobody knows. */
export interface WriteKey {
  key: string
  /** It may come again: a form of its own is open. */
  isHeld: boolean
  done: () => void
  lost: () => void
}

/** @param call all that the write says, as one text; nothing where it cannot be told from others */
export function writeKey(call: string | undefined): WriteKey {
  const form = call === undefined ? undefined : saving
  const held = form?.held
  const key = held !== undefined && held.call === call ? held.key : newKey()
  return {
    key,
    isHeld: form !== undefined,
    done: () => {
      if (form !== undefined) form.held = undefined
    },
    lost: () => {
      if (form !== undefined && call !== undefined) form.held = { call, key }
    },
  }
}

/** Not `randomUUID`, which browsers have on HTTPS only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
