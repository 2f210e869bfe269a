'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { ImageField } from '#components/form/image-field'
import { avatarFile, imagePath } from '#contracts/image'
import type { PanelProps } from './profile'
import { ProfilePanel } from './profile-panel'
import { saveProfile } from './user-calls'

/** The uploaded picture's path; the rule of the file itself is the field's. */
const avatarPath = z.object({ headImg: imagePath('avatarRequired') })

export function AvatarPanel({ profile, ...ends }: PanelProps) {
  const t = useTranslations('user')
  const [uploading, setUploading] = useState(false)
  const form = useForm({
    resolver: zodResolver(avatarPath),
    defaultValues: { headImg: profile.headImg ?? '' },
  })
  /** Saving the picture that is there would say "modified" below one that was refused. */
  const isSame = !!profile.headImg && !form.formState.isDirty
  return (
    <ProfilePanel
      {...ends}
      label={t('edit.avatar')}
      form={form}
      save={saveProfile}
      done={t('saved')}
      waiting={uploading || isSame}
    >
      <ImageField
        control={form.control}
        name="headImg"
        label={t('avatar')}
        file={avatarFile}
        subject={profile.nickName || profile.username}
        onBusy={setUploading}
      />
    </ProfilePanel>
  )
}
