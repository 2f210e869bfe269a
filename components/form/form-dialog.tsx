'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { Button } from '#components/ui/button'
import { Dialog } from '#components/ui/dialog'
import { DialogBody } from '#components/ui/dialog-body'
import { DialogFoot } from '#components/ui/dialog-foot'
import { Conflict } from './conflict'
import { FormFault } from './form-fault'
import { MovedNote } from './moved-note'
import type { Edits } from './read-again'
import { useConflict } from './use-conflict'
import { useRefusedSave } from './use-refused-save'
import { type Saving, useSubmit } from './use-submit'
import { WhyButton } from './why-button'

export interface FormDialogProps<Values extends FieldValues, Output> extends Saving<Values, Output> {
  title: string
  /** The record that is edited, none for a new one: somebody else's changes meanwhile are merged and told. */
  edits?: Edits<Values>
  /** Gets what was added. */
  onSaved: (added?: Output) => void
}

interface Props<Values extends FieldValues, Output> extends FormDialogProps<Values, Output> {
  /** Something that belongs to the form is still being read: it cannot be saved yet. */
  loading?: boolean
  /** What its button says, where it is no record that is saved. */
  saveText?: string
  children: ReactNode
}

/** A form in a dialog: Enter and Save submit once, Escape and Cancel close, after a question where something was changed; faults stand at their fields. */
export function FormDialog<Values extends FieldValues, Output>(props: Props<Values, Output>) {
  const { title, form, onSaved, loading, children, edits } = props
  const t = useTranslations('common')
  const { saveText = t('save') } = props
  const refused = useRefusedSave(edits)
  const conflict = useConflict(form, edits)
  const { submit, close, fault, question, fields } = useSubmit({
    ...props,
    onSaved: (values) => onSaved(edits === undefined ? values : undefined),
    faultText: refused.tell,
    meet: conflict.meet,
    isBlocked: () => refused.isGone || conflict.isOpen(),
    // What was typed into a record that is gone cannot be kept, only copied.
    isLost: refused.isGone,
  })
  const { isSubmitting } = form.formState
  const leave = async () => {
    if (await close()) refused.afterwards()
  }
  return (
    <Dialog title={title} closeLabel={t('close')} onClose={leave}>
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="flex min-h-0 flex-auto flex-col low:flex-none">
          <DialogBody ref={fields}>
            <MovedNote isInForm />
            {edits && conflict.met && !refused.isGone && (
              <Conflict {...conflict} met={conflict.met} fields={edits.fields} />
            )}
            <FormFault text={fault}>
              {question && (
                <WhyButton small question={question}>
                  {t('why')}
                </WhyButton>
              )}
            </FormFault>
            {children}
          </DialogBody>
          <DialogFoot>
            <Button onClick={leave} disabled={isSubmitting}>
              {t(refused.isGone ? 'close' : 'cancel')}
            </Button>
            {!refused.isGone && (
              <Button type="submit" look="primary" busy={isSubmitting} disabled={loading}>
                {saveText}
              </Button>
            )}
          </DialogFoot>
        </form>
      </FormProvider>
    </Dialog>
  )
}
