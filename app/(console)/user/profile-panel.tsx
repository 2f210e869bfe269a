'use client'

import { useTranslations } from 'next-intl'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '#components/ui/button'
import { toast } from '#components/ui/toast'
import { useCallFault } from '#components/use-call-fault'
import { CallError } from '#lib/request'
import type { Profile } from './personal-centre'

/** What every panel of the personal centre gets. */
export interface PanelProps {
  profile: Profile
  /** Whether something stands in it that a close would lose. */
  onUnsaved: (is: boolean) => void
  onClose: () => void
  onSaved: () => void
}

interface Props<Values extends FieldValues, Output> extends Omit<PanelProps, 'profile'> {
  label: string
  form: UseFormReturn<Values, unknown, Output>
  /** Makes the call; what it throws stands in the panel, and nothing that was typed is lost. */
  save: (values: Output) => Promise<unknown>
  /** What is said when it worked. */
  done: string
  /** Something that belongs to the form is under way: it cannot be saved yet. */
  waiting?: boolean
  children: ReactNode
}

/** A form below the value that it changes: Enter and Save submit once, Escape and Close reset and close. */
export function ProfilePanel<Values extends FieldValues, Output>(props: Props<Values, Output>) {
  const { label, form, save, done, waiting, onUnsaved, onClose, onSaved, children } = props
  const t = useTranslations('common')
  const faultText = useCallFault()
  const [fault, setFault] = useState<string>()
  const sending = useRef(false)
  const root = useRef<HTMLFormElement>(null)
  const { isSubmitting, submitCount, isDirty } = form.formState

  useEffect(() => root.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus(), [])
  useEffect(() => {
    // The first wrong field as it stands there: the form library only knows the order in which fields came.
    if (submitCount > 0) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount])
  useEffect(() => onUnsaved(isDirty || isSubmitting), [onUnsaved, isDirty, isSubmitting])

  const place = (error: unknown) => {
    const faults = error instanceof CallError ? error.faults : []
    const placed = faults.filter(({ field }) => field in form.getValues())
    for (const { field, message } of placed) {
      form.setError(field as FieldPath<Values>, { type: 'platform', message })
    }
    if (placed.length === 0) setFault(faultText(error))
  }
  const submit = form.handleSubmit(async (values) => {
    if (sending.current || waiting) return
    sending.current = true
    setFault(undefined)
    try {
      await save(values)
      toast.success(done)
      onSaved()
    } catch (error) {
      place(error)
    } finally {
      sending.current = false
    }
  })
  const close = () => !sending.current && onClose()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) close()
  }
  return (
    <form
      ref={root}
      noValidate
      aria-label={label}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      // On a narrow screen it stands below the label too.
      className="mt-2 mb-1 max-w-[440px] space-y-1 rounded-md border border-line bg-canvas p-4 text-base max-narrow:-ml-26 max-narrow:p-3"
    >
      {fault && (
        <p role="alert" className="mb-3 rounded-md bg-danger-soft px-3 py-2 text-danger text-md">
          {fault}
        </p>
      )}
      {children}
      <div className="flex gap-2 pt-1">
        <Button type="submit" look="primary" busy={isSubmitting} disabled={waiting}>
          {t('save')}
        </Button>
        <Button onClick={close} disabled={isSubmitting}>
          {t('close')}
        </Button>
      </div>
    </form>
  )
}
