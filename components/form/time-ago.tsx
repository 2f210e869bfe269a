'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { Explained } from '#components/ui/explained'
import { useTimeText } from './time-text'
import { useTold } from './use-clock'

interface Props {
  time: string | null | undefined
  /** Of a stop among many, as in a row. */
  tabIndex?: number | undefined
}

/** How long ago it was, with the exact time for whoever points at it, has the focus on it or is read to (DAY-9). */
export function TimeAgo({ time, tabIndex }: Props) {
  const t = useTranslations('common')
  const format = useFormatter()
  const exact = useTimeText(time)
  const ago = useTold((now) => {
    if (exact === undefined) return ''
    // Clocks differ: what has happened is not to come.
    const instant = new Date(Math.min(exact.instant.getTime(), now.getTime()))
    return format.relativeTime(instant, now)
  })
  if (exact === undefined) return t('empty')
  return (
    <Explained reason={exact.text} tabIndex={tabIndex}>
      <time dateTime={exact.instant.toISOString()}>{ago}</time>
    </Explained>
  )
}
