'use client'

import { useTranslations } from 'next-intl'
import { Switch } from '#components/ui/switch'

interface Props {
  name: string
  enabled: boolean
  allowed: boolean
  onPress: () => void
}

/** A row's status switch. It shows what is stored, and changes only when the list has been read again. */
export function EnabledSwitch({ name, enabled, allowed, onPress }: Props) {
  const t = useTranslations('common')
  return (
    <Switch
      checked={enabled}
      label={t('rowSwitch', { name })}
      disabled={!allowed}
      reason={t('noPermission')}
      onPress={onPress}
    />
  )
}
