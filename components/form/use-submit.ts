'use client'

import { type BaseSyntheticEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { toast } from '#components/ui/toast'
import { CallError } from '#lib/request'
import { mayLeave, sameValues } from '#lib/unsaved'
import type { KeyHolder } from '#lib/write-key'
import type { Question } from './ask-why'
import { useRefusedQuestion } from './use-refused-question'
import { useUnsavedChanges } from './use-unsaved-changes'

export interface Saving<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>
  /** Makes the call, with the form's key; what it throws is told, and nothing that was typed is lost. */
  save: (values: Output, holder: KeyHolder) => Promise<unknown>
  /** Asked first, of values that fit; without a yes nothing is saved. */
  ask?: (values: Output) => Promise<boolean>
  /** What is said when it worked. */
  done: string
  onClose: () => void
}

interface Given<Values extends FieldValues, Output> extends Saving<Values, Output> {
  onSaved: (values: Output) => void
  /** What is said of a refusal that no field of the form tells. */
  faultText: (error: unknown) => string | Promise<string>
  /** Whether the refusal was met in another way. */
  meet?: (error: unknown) => Promise<boolean>
  /** Whether nothing can be saved now. */
  isBlocked?: () => boolean
  /** Whether what was typed is lost in any case. */
  isLost?: boolean
}

interface Submit {
  submit: (event?: BaseSyntheticEvent) => void
  /** After a question where something was changed; nothing while a save is under way. Whether it closed. */
  close: () => Promise<boolean>
  fault: string | undefined
  /** Of a save that was refused for lack of a right. */
  question: Question | undefined
  /** What holds the fields: the first wrong one gets the focus. */
  fields: RefObject<HTMLDivElement | null>
}

/** How every form saves: once a press; faults stand at their fields, and whatever no field tells above them. */
export function useSubmit<Values extends FieldValues, Output>(given: Given<Values, Output>): Submit {
  const { form, save, ask, done, onSaved, onClose, faultText, meet, isBlocked, isLost = false } = given
  const [fault, setFault] = useState<string>()
  const [question, setQuestion] = useState<Question>()
  const questionOf = useRefusedQuestion()
  const sending = useRef(false)
  const holder = useRef<KeyHolder>({})
  const fields = useRef<HTMLDivElement>(null)
  const { submitCount } = form.formState

  useUnsavedChanges(() => !isLost && !sameValues(form.getValues(), form.formState.defaultValues), onClose)
  useEffect(() => {
    // The first wrong field as it stands there: the form library only knows the order in which fields came.
    if (submitCount === 0) return
    fields.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]')?.focus()
  }, [submitCount])

  const tell = async (error: unknown) => {
    if (error instanceof CallError && error.isAsked) return
    const faults = error instanceof CallError ? error.faults : []
    const values = form.getValues()
    const placed = faults
      .map(({ field, message }) => ({ name: field.split('.')[0] as FieldPath<Values>, message }))
      .filter(({ name }) => name in values)
    for (const { name, message } of placed) form.setError(name, { type: 'platform', message })
    if (placed.length > 0) return
    setFault(await faultText(error))
    setQuestion(questionOf(error, values.orgId))
  }
  const submit = form.handleSubmit(async (values) => {
    if (sending.current || isBlocked?.()) return
    sending.current = true
    setFault(undefined)
    setQuestion(undefined)
    try {
      if (ask !== undefined && !(await ask(values))) return
      await save(values, holder.current)
      toast.success(done)
      onSaved(values)
    } catch (error) {
      // The record may not be readable any more, either: that is told then.
      const isMet = await meet?.(error).catch((unreadable: unknown) => tell(unreadable).then(() => true))
      if (!isMet) await tell(error)
    } finally {
      sending.current = false
    }
  })
  const close = async () => {
    if (sending.current || !(await mayLeave())) return false
    onClose()
    return true
  }
  return { submit, close, fault, question, fields }
}
