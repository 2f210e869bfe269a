'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useForm } from 'react-hook-form'
import { TextField } from '#components/form/text-field'
import { limits } from '#contracts/limits'
import { displayNameForm } from '#contracts/user'
import type { PanelProps } from './profile'
import { ProfilePanel } from './profile-panel'
import { saveProfile } from './user-calls'

export function DisplayNamePanel({ profile, ...ends }: PanelProps) {
  const t = useTranslations('user')
  const form = useForm({
    resolver: zodResolver(displayNameForm),
    defaultValues: { nickName: profile.nickName ?? '' },
  })
  return (
    <ProfilePanel {...ends} label={t('edit.displayName')} form={form} save={saveProfile} done={t('saved')}>
      <TextField
        control={form.control}
        name="nickName"
        label={t('displayName')}
        longest={limits.nickName}
        autoComplete="nickname"
        required
      />
    </ProfilePanel>
  )
}
