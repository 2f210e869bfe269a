'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useForm } from 'react-hook-form'
import { type PasswordForm, passwordForm } from '#contracts/user'
import { passwordHash } from '#lib/password-hash'
import { PasswordField } from './password-field'
import type { PanelProps } from './profile'
import { ProfilePanel } from './profile-panel'
import { saveProfile } from './user-calls'

export function PasswordPanel({ profile, ...ends }: PanelProps) {
  const t = useTranslations('user')
  const form = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { oldPassword: '', newPassword: '', reNewPassword: '' },
  })
  /** Only hashes leave the browser, the repetition's too (ME-4). */
  const save = ({ oldPassword, newPassword, reNewPassword }: PasswordForm) =>
    saveProfile({
      oldPassword: passwordHash(oldPassword),
      newPassword: passwordHash(newPassword),
      reNewPassword: passwordHash(reNewPassword),
    })
  const { control } = form
  return (
    <ProfilePanel {...ends} label={t('edit.password')} form={form} save={save} done={t('passwordSaved')}>
      {/* For password managers: whose password this is. */}
      <input hidden readOnly autoComplete="username" value={profile.username} />
      <PasswordField
        control={control}
        name="oldPassword"
        label={t('oldPassword')}
        autoComplete="current-password"
      />
      <PasswordField control={control} name="newPassword" label={t('newPassword')} hint={t('passwordRule')} />
      <PasswordField control={control} name="reNewPassword" label={t('repeatPassword')} />
    </ProfilePanel>
  )
}
