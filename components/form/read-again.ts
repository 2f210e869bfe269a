'use client'

import { type ReactNode, useState } from 'react'
import type { KeyOf } from '#lib/merge'

/** A record as it is now: its values as the form has them, and what makes the dialog go on from there. */
interface ReadAgain<Values> {
  values: Values
  take: () => void
}

/** How the fields of a record are told, by name: those of the form, and what goes along with it. */
export type FieldTexts = Readonly<
  Record<
    string,
    {
      /** What the form calls it. */
      label: string
      /** A value, or an element of a list; nothing for what says nothing to people. */
      // biome-ignore lint/suspicious/noExplicitAny: the one place where a value is left open; every dialog names its own.
      text?: (value: any) => ReactNode
      keyOf?: KeyOf
    }
  >
>

/** What a form dialog needs to know of the record that it edits, to meet the changes of others. */
export interface Edits<Values> {
  read: () => Promise<ReadAgain<Values>>
  fields: FieldTexts
}

/** Makes of a dialog's values of a record the reading that `Edits` asks for. */
export type Again<Stored> = <Values>(valuesOf: (stored: Stored) => Values) => () => Promise<ReadAgain<Values>>

export function again<Stored>(read: () => Promise<Stored>, take: (stored: Stored) => void): Again<Stored> {
  return (valuesOf) => async () => {
    const stored = await read()
    return { values: valuesOf(stored), take: () => take(stored) }
  }
}

/** The record of a dialog that is opened with all it needs. */
export function useStored<Stored>(
  initial: Stored,
  read: () => Promise<Stored>,
): [stored: Stored, again: Again<Stored>] {
  const [stored, setStored] = useState(initial)
  return [stored, again(read, setStored)]
}
