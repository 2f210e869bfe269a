'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { LanguageSwitch } from './language-switch'
import { Mark } from './mark'
import { UserMenu, type UserMenuProps } from './user-menu'

const AlarmCount = dynamic(() => import('./alarm-count').then((module) => module.AlarmCount), { ssr: false })

/** Where unhandled alarms are counted (SHELL-5). */
export interface Alarms {
  /** The page that lists them, where the person's menu has one. */
  href: string | undefined
}

interface Props {
  /** The system centre, or the chosen system's name (SHELL-4). */
  title: string
  user: UserMenuProps
  /** None where alarms are not enabled. */
  alarms?: Alarms
  children?: ReactNode
}

export function TitleBar({ title, user, alarms, children }: Props) {
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-line border-b bg-surface px-2.5">
      {children}
      <Mark />
      <span data-testid="system-title" className="min-w-0 flex-1 truncate font-semibold text-lg">
        {title}
      </span>
      {alarms && <AlarmCount href={alarms.href} />}
      <LanguageSwitch />
      <UserMenu {...user} />
    </header>
  )
}
