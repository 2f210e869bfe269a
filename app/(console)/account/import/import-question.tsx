'use client'

import { useTranslations } from 'next-intl'
import { later } from '#components/form/later'
import { durations } from '#contracts/limits'

const Confirm = later(() => import('#components/ui/confirm').then((module) => module.Confirm))

interface Props {
  text: string
  hint?: string
  /** What the button says that does it. */
  yes: string
  onYes: () => void | Promise<void>
  onClose: () => void
}

/** Whether that is meant, of what an import has done or is about. */
export function ImportQuestion({ text, hint, yes, onYes, onClose }: Props) {
  const common = useTranslations('common')
  return (
    <Confirm
      clearDelay={durations.confirmClearDelay}
      onClose={onClose}
      confirmation={{
        title: common('confirmTitle'),
        text,
        hint,
        confirm: yes,
        cancel: common('cancel'),
        close: common('close'),
        danger: true,
        run: async () => onYes(),
      }}
    />
  )
}
