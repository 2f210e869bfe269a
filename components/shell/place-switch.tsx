'use client'

import { ChevronRight, ChevronsUpDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { later } from '#components/form/later'
import { Sign } from '#components/ui/colonnade'
import type { Entered } from './place-choices'

const PlaceChoices = later(() => import('./place-choices').then((module) => module.PlaceChoices))

export interface PlaceInBar {
  /** The system centre, or the chosen system's name (SHELL-4). */
  system: string
  /** The organization; a super administrator works in none. */
  organization?: string | undefined
  /** Of the system; none in the chooser. */
  code?: string | undefined
  /** What the person is in and may leave for another; none where there is nothing to choose (SHELL-7). */
  entered?: Entered | undefined
}

/** Where one is: organization and system, which are the way to another. */
export function PlaceSwitch({ system, organization, code, entered }: PlaceInBar) {
  const t = useTranslations('shell')
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const look = 'flex h-8 min-w-0 max-w-[380px] items-center gap-1.5 rounded-md px-2 text-base text-soft'
  const shown = (
    <>
      {organization !== undefined && (
        <>
          <span data-testid="display-label" className="min-w-0 shrink-[2] truncate max-narrow:sr-only">
            {organization}
          </span>
          <ChevronRight aria-hidden className="size-3 shrink-0 text-faint max-narrow:hidden" />
        </>
      )}
      {/* On the narrowest phones the name has its room. */}
      {code !== undefined && (
        <span className="flex max-[359px]:hidden">
          <Sign code={code} />
        </span>
      )}
      <span data-testid="system-title" className="min-w-0 truncate font-semibold text-ink text-md">
        {system}
      </span>
    </>
  )
  if (entered === undefined) return <div className={look}>{shown}</div>
  const close = (giveBack: boolean) => {
    setOpen(false)
    if (giveBack) button.current?.focus()
  }
  return (
    <div ref={root} className="relative flex min-w-0 max-narrow:static">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
        className={`${look} hover:bg-hover aria-expanded:bg-press`}
      >
        {shown}
        <span className="sr-only">{t('place.switch')}</span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 max-[359px]:hidden" />
      </button>
      {open && <PlaceChoices entered={entered} root={root} onClose={close} />}
    </div>
  )
}
