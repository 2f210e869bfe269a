'use client'

import { useTranslations } from 'next-intl'
import { OwnPasswordFields, useOwnPassword } from '#components/sign-in/own-password'
import type { PanelProps } from './profile'
import { ProfilePanel } from './profile-panel'

export function PasswordPanel({ profile, ...ends }: PanelProps) {
  const t = useTranslations('user')
  const own = useOwnPassword()
  return (
    <ProfilePanel {...ends} {...own} label={t('edit.password')} done={t('passwordSaved')}>
      <OwnPasswordFields control={own.form.control} username={profile.signInName} />
    </ProfilePanel>
  )
}
