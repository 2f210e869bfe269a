'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { CopyButton } from '#components/form/copy-button'
import { FormDialog } from '#components/form/form-dialog'
import { useUnsavedChanges } from '#components/form/use-unsaved-changes'
import { Button } from '#components/ui/button'
import { Dialog } from '#components/ui/dialog'
import { DialogBody } from '#components/ui/dialog-body'
import { DialogFoot } from '#components/ui/dialog-foot'
import { Facts } from '#components/ui/facts'
import { passwordResetForm, resetPassword } from '#contracts/account'
import { api } from '#lib/api'
import { passwordHash } from '#lib/password-hash'
import { mayLeave } from '#lib/unsaved'
import { GivenPasswordField } from './given-password-field'

interface Props {
  id: string
  name: string
  account: string
  onClose: () => void
  onSaved: () => void
}

/** An administrator gives an account a password, which shows once (DAY-3). */
export function PasswordReset({ id, name, account, onClose, onSaved }: Props) {
  const t = useTranslations('account')
  const [given, setGiven] = useState<string>()
  const form = useForm({
    resolver: zodResolver(passwordResetForm),
    defaultValues: { password: '' },
    shouldFocusError: false,
  })
  if (given !== undefined) return <Given {...{ name, account, password: given }} onClose={onSaved} />
  return (
    <FormDialog
      title={t('resetTitle', { name })}
      form={form}
      save={({ password }, holder) =>
        api(resetPassword, { body: { id, password: passwordHash(password) } }, holder)
      }
      saveText={t('reset')}
      done={t('resetDone')}
      onSaved={(saved) => setGiven(saved?.password)}
      onClose={onClose}
    >
      <p className="text-md text-soft">{t('resetHint', { name })}</p>
      {/* For password managers: whose password this is. */}
      <input hidden readOnly autoComplete="username" value={account} />
      <GivenPasswordField control={form.control} name="password" label={t('newPassword')} />
    </FormDialog>
  )
}

function Given({ name, account, password, onClose }: Omit<Props, 'id' | 'onSaved'> & { password: string }) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  const [isTaken, setTaken] = useState(false)
  const take = () => setTaken(true)
  // It shows nowhere else: whoever has not copied it is asked before it goes.
  useUnsavedChanges(() => !isTaken, onClose, {
    title: t('leavePassword.title'),
    text: t('leavePassword.text'),
    confirm: t('leavePassword.confirm'),
    cancel: t('leavePassword.cancel'),
  })
  const leave = async () => (await mayLeave()) && onClose()
  const copied = (label: string, text: string, onCopied = () => {}) => ({
    label,
    content: (
      <>
        <span onCopy={onCopied} className="min-w-0 flex-1 font-mono">
          {text}
        </span>
        <CopyButton label={label} text={text} onCopied={onCopied} />
      </>
    ),
  })
  return (
    <Dialog title={t('givenTitle', { name })} closeLabel={common('close')} onClose={leave}>
      <DialogBody>
        <p className="text-md text-soft">{t('givenHint', { name })}</p>
        <Facts facts={[copied(t('account'), account), copied(t('newPassword'), password, take)]} />
      </DialogBody>
      <DialogFoot>
        <Button look="primary" onClick={leave}>
          {common('close')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
