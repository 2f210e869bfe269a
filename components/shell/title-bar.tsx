'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { later } from '#components/form/later'
import { onWork, shownWork } from '#lib/long-work'
import { LanguageSwitch } from './language-switch'
import { Mark } from './mark'
import type { PaletteOf } from './palette'
import { PaletteField } from './palette-field'
import { type PlaceInBar, PlaceSwitch } from './place-switch'
import { SchemeSwitch } from './scheme-switch'
import { UserMenu, type UserMenuProps } from './user-menu'

const AlarmCount = later(() => import('./alarm-count').then((module) => module.AlarmCount))
const WorkNote = later(() => import('./work-note').then((module) => module.WorkNote))

const isWorking = () => shownWork().length > 0
const no = () => false

/** Where unhandled alarms are counted (SHELL-5). */
export interface Alarms {
  /** The page that lists them, where the person's menu has one. */
  href: string | undefined
}

interface Props {
  /** The system centre, or the chosen system (SHELL-4). */
  place: PlaceInBar
  user: UserMenuProps
  /** None where alarms are not enabled. */
  alarms?: Alarms | undefined
  /** None in the chooser. */
  palette?: PaletteOf | undefined
  children?: ReactNode
}

/** Where one is on the left, who one is on the right; in the middle the way to everything else. */
export function TitleBar({ place, user, alarms, palette, children }: Props) {
  const working = useSyncExternalStore(onWork, isWorking, no)
  return (
    <header className="sticky top-(--view-frame) z-20 grid h-12 grid-cols-[minmax(0,1fr)_minmax(0,min(400px,30vw))_minmax(max-content,1fr)] items-center gap-4 bg-canvas pr-3 pl-[11px] max-mobile:grid-cols-[minmax(0,1fr)_auto_auto] max-mobile:gap-1 max-mobile:pr-1.5">
      <div className="flex min-w-0 items-center gap-1">
        {children}
        <Mark className="mr-2 ml-1.5 size-5 max-mobile:hidden" />
        <PlaceSwitch {...place} />
      </div>
      <div className="flex justify-end max-mobile:empty:hidden">
        {palette && <PaletteField {...palette} />}
      </div>
      <div className="flex items-center justify-end gap-1 max-narrow:gap-0">
        {working && <WorkNote />}
        {alarms && <AlarmCount href={alarms.href} />}
        <SchemeSwitch />
        <LanguageSwitch />
        <UserMenu {...user} />
      </div>
    </header>
  )
}
