'use client'

import { useTranslations } from 'next-intl'
import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FormFault } from '#components/form/form-fault'
import { useCallFault } from '#components/form/use-call-fault'
import { type Saving, useSubmit } from '#components/form/use-submit'
import { Button } from '#components/ui/button'
import { composes } from '#components/ui/modal'

interface Props<Values extends FieldValues, Output> extends Saving<Values, Output> {
  label: string
  onSaved: () => void
  /** Something that belongs to the form is under way: it cannot be saved yet. */
  waiting?: boolean
  children: ReactNode
}

/** A form below the value that it changes: Enter and Save submit once, Escape and Close reset and close, after a question where something was changed. */
export function ProfilePanel<Values extends FieldValues, Output>(props: Props<Values, Output>) {
  const { label, form, waiting = false, children } = props
  const t = useTranslations('common')
  const faultText = useCallFault()
  const { submit, close, fault, fields } = useSubmit({ ...props, faultText, isBlocked: () => waiting })
  const { isSubmitting } = form.formState

  useEffect(() => fields.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus(), [fields])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !composes(event.nativeEvent)) close()
  }
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      // On a narrow screen it stands below the label too.
      className="mt-2 mb-1 max-w-[448px] space-y-4 rounded-md border border-line bg-canvas p-4 text-base max-narrow:-ml-26 max-narrow:p-3"
    >
      <FormFault text={fault} />
      <div ref={fields} className="space-y-4">
        {children}
      </div>
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
