'use client'

import { useFormatter, useTranslations } from 'next-intl'

/** A time on the person's clocks, in their language's order; `--` where there is none or it is no time. */
export function TimeText({ time }: { time: string | null | undefined }) {
  const format = useFormatter()
  const t = useTranslations('common')
  const instant = time ? new Date(time) : undefined
  if (instant === undefined || Number.isNaN(instant.getTime())) return t('empty')
  return (
    <time dateTime={instant.toISOString()}>
      {format.dateTime(instant, {
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
      })}
    </time>
  )
}
