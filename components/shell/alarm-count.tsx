'use client'

import { Bell } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { count as alarmCount } from '#contracts/alarm'
import { addressOf } from '#contracts/endpoint'
import { CallError, readEnvelope, send } from '#lib/request'

const interval = 60_000
const most = 99

interface Props {
  /** The page that lists the alarms, where the person's menu has one. */
  href: string | undefined
}

/** The unhandled alarms (SHELL-5). Where nobody tells them, nothing shows and nothing is said. */
export function AlarmCount({ href }: Props) {
  const t = useTranslations('shell')
  const [count, setCount] = useState<number>()

  useEffect(() => {
    // The outside world: a system that counts on its own, and a person who may look elsewhere.
    let timer: ReturnType<typeof setInterval> | undefined
    let asked = 0
    const ask = async () => {
      asked += 1
      const mine = asked
      const answer = await readCount()
      // Only the last question counts, and none once this is gone.
      if (mine === asked) setCount(answer)
    }
    const watch = () => {
      clearInterval(timer)
      if (document.visibilityState !== 'visible') return
      ask()
      timer = setInterval(ask, interval)
    }
    watch()
    document.addEventListener('visibilitychange', watch)
    return () => {
      asked += 1
      clearInterval(timer)
      document.removeEventListener('visibilitychange', watch)
    }
  }, [])

  if (count === undefined) return null
  const label = t('alarms', { count })
  const look = 'flex h-8 items-center gap-1 rounded-md px-2 text-md text-soft'
  const shown = (
    <>
      <Bell aria-hidden className="size-4" />
      <span
        aria-hidden
        data-alarming={count > 0 || undefined}
        className="tabular data-alarming:rounded-full data-alarming:bg-danger-fill data-alarming:px-1.5 data-alarming:text-on-accent data-alarming:text-xs"
      >
        {count > most ? `${most}+` : count}
      </span>
      <span className="sr-only">{label}</span>
    </>
  )
  if (href === undefined) {
    return (
      <span title={label} className={look}>
        {shown}
      </span>
    )
  }
  return (
    <Link href={href} prefetch={false} title={label} className={`${look} hover:bg-hover hover:text-ink`}>
      {shown}
    </Link>
  )
}

/** Not through `api`: whether the session is over, the platform says, and no system does. */
async function readCount(): Promise<number | undefined> {
  try {
    const { code, data } = await readEnvelope(await send(addressOf(alarmCount, {})))
    if (code !== alarmCount.success) return undefined
    return alarmCount.data.safeParse(data).data?.unHandle ?? undefined
  } catch (error) {
    if (error instanceof CallError) return undefined
    throw error
  }
}
