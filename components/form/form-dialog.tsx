'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type FieldPath, type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { Button } from '#components/ui/button'
import { Dialog } from '#components/ui/dialog'
import { toast } from '#components/ui/toast'
import { useCallFault } from '#components/use-call-fault'
import type { ChangedMeanwhile } from '#contracts/envelope'
import { CallError } from '#lib/request'
import { holdPage } from '#lib/session-end'
import { Conflict, changedMeanwhile } from './conflict'

interface Props<Values extends FieldValues, Output> {
  title: string
  form: UseFormReturn<Values, unknown, Output>
  /** Makes the call; what it throws stands in the dialog, and nothing that was typed is lost. */
  save: (values: Output, version: string | undefined) => Promise<unknown>
  /** The edition of the record that is edited: somebody else's changes meanwhile are told before they are overwritten. */
  version?: string | null
  /** What the form calls the record's fields, to tell such changes. */
  labels?: Readonly<Record<string, string>>
  /** What is said when it worked. */
  done: string
  onSaved: () => void
  onClose: () => void
  /** Something that belongs to the form is still being read: it cannot be saved yet. */
  loading?: boolean
  children: ReactNode
}

/** A form in a dialog: Enter and Save submit once, Escape and Cancel close, faults stand at their fields. */
export function FormDialog<Values extends FieldValues, Output>(props: Props<Values, Output>) {
  const { title, form, save, done, onSaved, onClose, loading, children, labels = {} } = props
  const t = useTranslations('common')
  const faultText = useCallFault()
  const [fault, setFault] = useState<string>()
  const [changed, setChanged] = useState<ChangedMeanwhile['changed']>()
  const version = useRef(props.version ?? undefined)
  const sending = useRef(false)
  const { isSubmitting, submitCount } = form.formState
  const fields = useRef<HTMLDivElement>(null)

  useEffect(() => holdPage(), [])
  useEffect(() => {
    // The first wrong field as it stands there: the form library only knows the order in which fields came.
    if (submitCount === 0) return
    fields.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]')?.focus()
  }, [submitCount])

  const place = (error: unknown) => {
    const conflict = error instanceof CallError ? changedMeanwhile(error.data) : undefined
    if (conflict !== undefined) {
      // Now that it is told, saving again is the person's decision.
      version.current = conflict.version
      setChanged(conflict.changed)
      return
    }
    const placed =
      error instanceof CallError
        ? error.faults.filter(({ field, message }) => {
            const name = field.split('.')[0] as FieldPath<Values>
            if (!(name in form.getValues())) return false
            form.setError(name, { type: 'platform', message })
            return true
          })
        : []
    if (placed.length === 0) setFault(faultText(error))
  }
  const submit = form.handleSubmit(async (values) => {
    if (sending.current) return
    sending.current = true
    setFault(undefined)
    setChanged(undefined)
    try {
      await save(values, version.current)
      toast.success(done)
      onSaved()
    } catch (error) {
      place(error)
    } finally {
      sending.current = false
    }
  })
  return (
    <Dialog title={title} closeLabel={t('close')} onClose={() => !sending.current && onClose()}>
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
          <div ref={fields} className="min-h-0 flex-1 space-y-1 overflow-y-auto px-5 py-4">
            {changed && <Conflict changed={changed} labels={labels} />}
            {fault && (
              <p role="alert" className="mb-3 rounded-md bg-danger-soft px-3 py-2 text-danger text-md">
                {fault}
              </p>
            )}
            {children}
          </div>
          <div className="flex shrink-0 justify-end gap-2 border-line border-t px-5 py-3">
            <Button onClick={onClose} disabled={isSubmitting}>
              {t('cancel')}
            </Button>
            <Button type="submit" look="primary" busy={isSubmitting} disabled={loading}>
              {t('save')}
            </Button>
          </div>
        </form>
      </FormProvider>
    </Dialog>
  )
}
