'use client'

import { useTranslations } from 'next-intl'
import { Switch } from '#components/ui/switch'
import { useRowTab } from './row-focus'

interface Props {
  name: string
  enabled: boolean
  allowed: boolean
  /** Why this row is left as it is, although the person may switch others. */
  reason?: string
  /** Leads to more of why. */
  onReason?: (() => void) | undefined
  onPress: () => void
}

/** A row's status switch. It shows what is stored, and changes only when the list has been read again. */
export function EnabledSwitch({ name, enabled, allowed, reason, onReason, onPress }: Props) {
  const t = useTranslations('common')
  return (
    <Switch
      checked={enabled}
      label={t('rowSwitch', { name })}
      word={t(enabled ? 'enabled' : 'disabled')}
      disabled={!allowed || reason !== undefined}
      reason={allowed ? reason : t('noPermission')}
      plain={!allowed}
      onReason={onReason}
      tabIndex={useRowTab()}
      onPress={onPress}
    />
  )
}
