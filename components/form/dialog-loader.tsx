'use client'

import { useTranslations } from 'next-intl'
import { type ComponentType, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#components/ui/button'
import { Dialog } from '#components/ui/dialog'
import { StateView } from '#components/ui/state-view'
import { Filling } from './coming'
import { again } from './read-again'
import { useLoaded } from './use-loaded'
import type { RecordDialogProps, RecordFormProps } from './use-record-form'
import { isOfRecord, useRefusal } from './use-refusal'
import { useRefusedQuestion } from './use-refused-question'
import { WhyButton } from './why-button'

interface Props<Loaded, Added, Id> extends Omit<RecordDialogProps<Added>, 'id'> {
  title: string
  /** The record that the dialog is opened for; none to add one. */
  id: Id
  /** The same function at every render. */
  load: (id: Id) => Promise<Loaded>
  /** The dialog itself, once there is something to fill it from. */
  form: ComponentType<RecordFormProps<Loaded, Added>>
}

/** Opens at once, shows what is loading or why it failed with a retry, and then makes room for the form. */
export function DialogLoader<Loaded, Added, Id extends string | undefined>({
  id,
  load,
  form: Form,
  ...dialog
}: Props<Loaded, Added, Id>) {
  const t = useTranslations('common')
  const read = useCallback(() => load(id), [load, id])
  const loaded = useLoaded(read)
  const { title, onClose } = dialog
  if (loaded.state === 'ready') {
    return <Form {...dialog} loaded={loaded.value} again={again(read, loaded.take)} />
  }
  return (
    <Dialog title={title} closeLabel={t('close')} onClose={onClose}>
      <div className="min-h-60">
        {loaded.state === 'failed' ? (
          <Failed {...loaded} id={id} onClose={onClose} />
        ) : (
          // It has the focus: what is typed is the form's, and closes nothing.
          <div
            role="status"
            aria-label={t('loading')}
            tabIndex={-1}
            data-first
            className="space-y-4 px-5 pt-4 pb-5 outline-none"
          >
            <Filling />
            {['a', 'b', 'c', 'd'].map((key) => (
              <div key={key} className="space-y-1.5">
                <div className="h-3 w-20 animate-pulse rounded-sm bg-bone" />
                <div className="h-8 animate-pulse rounded-md bg-bone" />
              </div>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  )
}

interface FailedProps {
  id: string | undefined
  error: unknown
  message: string
  retry: () => void
  onClose: () => void
}

/** What is gone is not asked for again. */
function Failed({ id, error, message, retry, onClose }: FailedProps) {
  const t = useTranslations('common')
  const { tell } = useRefusal()
  const question = useRefusedQuestion()(error)
  const [told, setTold] = useState({ text: message, isGone: false })
  const ask = useEffectEvent(async () => setTold(await tell(error, id)))
  useEffect(() => {
    // The page around the dialog is behind what the platform has just said.
    if (isOfRecord(error)) ask()
  }, [error])
  return (
    <StateView role="alert" scene="failed" title={told.text}>
      <Button onClick={told.isGone ? onClose : retry}>{t(told.isGone ? 'close' : 'retry')}</Button>
      {question && <WhyButton question={question}>{t('why')}</WhyButton>}
    </StateView>
  )
}
