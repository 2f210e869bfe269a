'use client'

import { Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { later } from '#components/form/later'
import { modal } from '#components/ui/modal'
import type { PaletteOf } from './palette'

const part = () => import('./palette').then((module) => module.Palette)
const Palette = later(part)
/** It is asked for before the press; whether it comes, the press shows. */
const ahead = () => part().catch(() => {})

const unchanging = () => () => {}
const onMac = () => /Mac|iP/.test(navigator.platform)

/** The way to everything: a field in the middle of the title bar, on phones a mark, and `Ctrl K` wherever one is. */
export function PaletteField(props: PaletteOf) {
  const t = useTranslations('shell.palette')
  const [isOpen, setOpen] = useState(false)
  const isMac = useSyncExternalStore(unchanging, onMac, () => false)

  useEffect(() => {
    // The outside world: the keyboard.
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return
      if (event.defaultPrevented || document.querySelector(modal) !== null) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={t('field')}
        onClick={() => setOpen(true)}
        onPointerEnter={ahead}
        onFocus={ahead}
        className="flex h-8 w-full min-w-0 items-center gap-2 rounded-md border border-line-strong bg-surface pr-1.5 pl-2.5 text-base text-faint transition-colors hover:border-edge hover:text-soft max-mobile:size-8 max-mobile:justify-center max-mobile:border-transparent max-mobile:bg-transparent max-mobile:p-0 max-mobile:text-soft max-mobile:hover:bg-hover"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 flex-1 truncate text-left max-mobile:sr-only">{t('field')}</span>
        {/* Drawn, so that it is no part of the button's name. */}
        <span
          data-keys={isMac ? '⌘ K' : 'Ctrl K'}
          className="min-w-12 rounded-sm text-center border border-line-strong px-1.5 text-xs leading-[18px] after:content-[attr(data-keys)] max-mobile:hidden"
        />
      </button>
      {isOpen && <Palette {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
