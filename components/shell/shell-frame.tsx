'use client'

import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import type { MenuEntry } from '#lib/menu-entry'
import { setSidebarCookie } from '#lib/storage'
import { SideMenu } from './side-menu'
import { type Alarms, TitleBar } from './title-bar'
import type { UserMenuProps } from './user-menu'

interface Props {
  title: string
  user: UserMenuProps
  alarms: Alarms | undefined
  entries: readonly MenuEntry[]
  /** What the cookie said, so that the first frame is right (SHELL-2). */
  initiallyOpen: boolean
  children: ReactNode
}

/**
 * The main layout (specification sections 2.6 and 9): title bar, left menu of 200 or 50 px, content. Under 992 px the
 * menu is closed, and opens over the content.
 */
export function ShellFrame({ title, user, alarms, entries, initiallyOpen, children }: Props) {
  const t = useTranslations('shell')
  const [open, setOpen] = useState(initiallyOpen)
  const [drawer, setDrawer] = useState(false)

  useEffect(() => {
    // The outside world: the keyboard closes the drawer, wherever the focus is.
    if (!drawer) return
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setDrawer(false)
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [drawer])

  const set = (next: boolean) => {
    setOpen(next)
    setSidebarCookie(next)
  }
  const toggle = (shown: boolean, onPress: () => void, only: string) => (
    <button
      type="button"
      aria-expanded={shown}
      aria-controls="side-menu"
      aria-label={shown ? t('closeMenu') : t('openMenu')}
      onClick={onPress}
      className={`grid size-8 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink ${only}`}
    >
      {shown ? (
        <PanelLeftClose aria-hidden className="size-4" />
      ) : (
        <PanelLeftOpen aria-hidden className="size-4" />
      )}
    </button>
  )
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-60 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('skipToContent')}
      </a>
      <TitleBar title={title} user={user} alarms={alarms}>
        {toggle(open, () => set(!open), 'max-mobile:hidden')}
        {toggle(drawer, () => setDrawer(!drawer), 'mobile:hidden')}
      </TitleBar>
      <div className="flex flex-1">
        {drawer && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('closeMenu')}
            onClick={() => setDrawer(false)}
            className="fixed inset-0 top-12 z-30 bg-scrim mobile:hidden"
          />
        )}
        <div
          id="side-menu"
          data-testid="side-menu"
          className={`sticky top-12 h-[calc(100dvh-48px)] shrink-0 border-line border-r bg-surface max-mobile:fixed max-mobile:left-0 max-mobile:z-40 max-mobile:w-[200px] max-mobile:shadow-overlay ${open ? 'w-[200px]' : 'w-[50px]'} ${drawer ? '' : 'max-mobile:hidden'}`}
        >
          <SideMenu
            entries={entries}
            collapsed={!open && !drawer}
            onExpand={() => set(true)}
            onGo={() => setDrawer(false)}
          />
        </div>
        <main
          id="content"
          tabIndex={-1}
          aria-label={t('content')}
          className="min-w-0 flex-1 p-5 outline-none max-narrow:p-3"
        >
          {children}
        </main>
      </div>
    </div>
  )
}
