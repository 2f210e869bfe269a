'use client'

import { useState } from 'react'
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form'
import type { ChangedMeanwhile } from '#contracts/envelope'
import { type Clash, isSame, type Merged, mergeForm } from '#lib/merge'
import { CallError } from '#lib/request'
import type { Edits } from './read-again'

/** What a refusal says of changes by others, where it says it (EDGE-2). */
function changedMeanwhile(data: unknown): ChangedMeanwhile | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { version, changed, by, at } = data as Partial<ChangedMeanwhile>
  const isList = Array.isArray(changed) && changed.every((change) => typeof change?.field === 'string')
  if (typeof version !== 'string' || !isList) return undefined
  return { version, changed, ...(typeof by === 'string' && { by }), ...(typeof at === 'string' && { at }) }
}

export interface Met extends Omit<Merged<unknown>, 'values'> {
  told: ChangedMeanwhile
}

export type Side = 'mine' | 'theirs'

/**
 * Meets the changes that others saved while a form was open: reads the record again, takes what only they changed, and
 * leaves what both did to the person. From then on the form edits the record as it is now.
 */
export function useConflict<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  edits: Edits<Values> | undefined,
) {
  const [met, setMet] = useState<Met>()
  /** Clashes in which the person has chosen their own value. */
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState(false)

  /** How a clash stands: what the form holds says so, but what it held before says nothing. */
  const choiceOf = (clash: Clash, now: unknown): Side | undefined => {
    if (isSame(now, clash.theirs)) return 'theirs'
    return kept.has(clash.field) || !isSame(now, clash.mine) ? 'mine' : undefined
  }
  const set = (field: string, value: unknown) =>
    form.setValue(field as FieldPath<Values>, value as PathValue<Values, FieldPath<Values>>, {
      shouldDirty: true,
    })
  /** Whether the error was such a conflict. @throws CallError when the record cannot be read again */
  const meet = async (error: unknown): Promise<boolean> => {
    const told = error instanceof CallError ? changedMeanwhile(error.data) : undefined
    if (told === undefined || edits === undefined) return false
    const { values: theirs, take } = await edits.read()
    const mine = form.getValues()
    const merged = mergeForm(form.formState.defaultValues as Values, mine, theirs, edits.fields)
    take()
    // What the others have is what the form begins with now; what differs from it is the person's own.
    form.reset(theirs, { keepSubmitCount: true })
    for (const [field, value] of Object.entries(merged.values)) {
      if (!isSame(value, theirs[field])) set(field, value)
    }
    setMet({ told, taken: merged.taken, clashes: merged.clashes })
    setKept(new Set())
    setAsked(false)
    return true
  }
  const choose = (clash: Clash, choice: Side) => {
    const next = new Set(kept)
    if (choice === 'mine') next.add(clash.field)
    else next.delete(clash.field)
    setKept(next)
    set(clash.field, clash[choice])
  }
  /** Whether something is still to be chosen; then it is asked for. */
  const isOpen = (): boolean => {
    const values = form.getValues()
    const open = met?.clashes.some((clash) => choiceOf(clash, values[clash.field]) === undefined) ?? false
    setAsked(open)
    return open
  }
  return { met, asked, meet, choiceOf, choose, isOpen }
}
