'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { FormFault } from '#components/form/form-fault'
import { useCallFault } from '#components/form/use-call-fault'
import { useSubmit } from '#components/form/use-submit'
import { Button } from '#components/ui/button'
import { standOutside } from '#lib/tab-context'
import { OwnPasswordFields, useOwnPassword } from './own-password'

interface Props {
  username: string
  onChanged: () => void
}

/** The password was given by somebody else, and has to be changed before anything else is answered (DAY-3). */
export function DuePassword({ username, onChanged }: Props) {
  const t = useTranslations('password')
  const faultText = useCallFault()
  const own = useOwnPassword()
  const { submit, fault, fields } = useSubmit({
    ...own,
    done: t('dueDone'),
    onSaved: onChanged,
    onClose: () => {},
    faultText,
  })
  useEffect(() => standOutside(), [])
  useEffect(() => fields.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus(), [fields])
  return (
    <form noValidate method="dialog" onSubmit={submit} className="space-y-4">
      <p className="text-md text-soft">{t('dueHint')}</p>
      <FormFault text={fault} />
      <div ref={fields} className="space-y-4">
        <OwnPasswordFields control={own.form.control} username={username} old={t('given')} />
      </div>
      <Button
        type="submit"
        look="primary"
        busy={own.form.formState.isSubmitting}
        className="mt-1 h-10 w-full"
      >
        {t('dueSave')}
      </Button>
    </form>
  )
}
