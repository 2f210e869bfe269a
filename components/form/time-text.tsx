'use client'

import { useFormatter, useTimeZone, useTranslations } from 'next-intl'
import { toldTime } from '#lib/i18n/zoned-time'

/** A time on the person's clocks, in their language's order; `--` where there is none or it is no time. */
export function TimeText({ time }: { time: string | null | undefined }) {
  const t = useTranslations('common')
  const exact = useTimeText(time)
  if (exact === undefined) return t('empty')
  return <time dateTime={exact.instant.toISOString()}>{exact.text}</time>
}

/** Nothing where there is none or it is no time. */
export function useTimeText(time: string | null | undefined): { instant: Date; text: string } | undefined {
  const format = useFormatter()
  const instant = toldTime(time, useTimeZone() ?? 'UTC')
  if (instant === undefined) return undefined
  const text = format.dateTime(instant, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  return { instant, text }
}
