'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useForm, useWatch } from 'react-hook-form'
import { TextField } from '#components/form/text-field'
import { limits } from '#contracts/limits'
import { plainDigits } from '#contracts/plain-text'
import { mobilePhone, phoneForm } from '#contracts/user'
import { PhoneField } from './phone-field'
import type { PanelProps } from './profile'
import { ProfilePanel } from './profile-panel'
import { SmsCodeButton } from './sms-code-button'
import { saveProfile } from './user-calls'

/** Only digits and a dot are kept (specification section 5). */
const digitsAndDot = (text: string) => plainDigits(text).replace(/[^\d.]/g, '')

export function PhonePanel({ profile: _, ...ends }: PanelProps) {
  const t = useTranslations('user')
  const form = useForm({
    resolver: zodResolver(phoneForm),
    mode: 'onTouched',
    defaultValues: { phone: '', smsCode: '' },
  })
  const phone = useWatch({ control: form.control, name: 'phone' })
  return (
    <ProfilePanel {...ends} label={t('edit.phone')} form={form} save={saveProfile} done={t('saved')}>
      <PhoneField control={form.control} name="phone" />
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            control={form.control}
            name="smsCode"
            label={t('smsCode')}
            longest={limits.smsCode}
            autoComplete="one-time-code"
            stripped={digitsAndDot}
            required
          />
        </div>
        <SmsCodeButton phone={mobilePhone.safeParse(phone).success ? phone : undefined} />
      </div>
    </ProfilePanel>
  )
}
