'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { type Control, useForm } from 'react-hook-form'
import { PasswordField } from '#components/form/password-field'
import { type PasswordForm, passwordForm, update } from '#contracts/user'
import { api } from '#lib/api'
import { passwordHash } from '#lib/password-hash'
import type { KeyHolder } from '#lib/write-key'

/** The form in which people change their own password: only hashes leave the browser, the repetition's too (ME-4). */
export function useOwnPassword() {
  const form = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { oldPassword: '', newPassword: '', reNewPassword: '' },
  })
  const save = ({ oldPassword, newPassword, reNewPassword }: PasswordForm, holder: KeyHolder) => {
    const body = {
      oldPassword: passwordHash(oldPassword),
      newPassword: passwordHash(newPassword),
      reNewPassword: passwordHash(reNewPassword),
    }
    return api(update, { body }, holder)
  }
  return { form, save }
}

interface Props {
  control: Control<PasswordForm>
  /** For password managers: whose password this is. */
  username: string
  /** What the one that holds is called. */
  old?: string
}

export function OwnPasswordFields({ control, username, old }: Props) {
  const t = useTranslations('password')
  return (
    <>
      <input hidden readOnly autoComplete="username" value={username} />
      <PasswordField
        control={control}
        name="oldPassword"
        label={old ?? t('old')}
        autoComplete="current-password"
      />
      <PasswordField control={control} name="newPassword" label={t('new')} hint={t('rule')} />
      <PasswordField control={control} name="reNewPassword" label={t('repeat')} />
    </>
  )
}
