'use client'

import { X } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { handsOn } from '#components/ui/hands-on'
import { type MicroView, titleOf } from '#lib/micro-views'

interface Props {
  tabs: readonly MicroView[]
  current: string
  onClose: (key: string) => void
}

const toNextTab = handsOn(
  ({ nextElementSibling, previousElementSibling }) =>
    (nextElementSibling ?? previousElementSibling)?.querySelector('a') ?? document.querySelector('#content'),
)

/** The opened pages of sub-applications (SHELL-9). */
export function MicroTabs({ tabs, current, onClose }: Props) {
  const t = useTranslations('shell.tabs')
  return (
    <nav
      aria-label={t('label')}
      className="-mx-5 -mt-5 mb-5 flex h-[38px] items-stretch gap-0.5 overflow-x-auto border-line border-b bg-surface px-2 [scrollbar-width:none] max-narrow:-mx-3 max-narrow:-mt-3 max-narrow:mb-3"
    >
      {tabs.map((tab) => (
        <div
          key={tab.key}
          ref={toNextTab}
          className={`flex shrink-0 items-center gap-0.5 border-b-2 pr-1 pl-2 ${tab.key === current ? 'border-accent font-semibold text-ink' : 'border-transparent text-soft hover:text-ink'}`}
        >
          <Link
            href={tab.path}
            prefetch={false}
            aria-current={tab.key === current ? 'page' : undefined}
            className="max-w-40 self-center truncate rounded-sm px-1 text-base leading-6"
          >
            {titleOf(tab)}
          </Link>
          <button
            type="button"
            aria-label={t('close', { title: titleOf(tab) })}
            onClick={() => onClose(tab.key)}
            className="grid size-6 place-items-center rounded-sm text-faint hover:bg-hover hover:text-ink"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </div>
      ))}
    </nav>
  )
}
