'use client'

import { Menu, PanelLeft, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTimeZone, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { keepFocus, pressInPlace, pressOnce } from '#components/ui/hands-on'
import { mainPartIsLent, watchMainPart } from '#lib/main-part'
import type { MenuEntry } from '#lib/menu-entry'
import { setSidebarCookie, setTimeZoneCookie } from '#lib/storage'
import { OfflineNote } from './offline-note'
import type { PaletteOf } from './palette'
import type { PlaceInBar } from './place-switch'
import { SideMenu } from './side-menu'
import { type Alarms, TitleBar } from './title-bar'
import type { UserMenuProps } from './user-menu'
import { ViewFrame, type ViewOf } from './view-frame'

interface Props {
  place: PlaceInBar
  user: UserMenuProps
  alarms: Alarms | undefined
  /** Where somebody sees the console as somebody else. */
  view?: ViewOf | undefined
  /** Without any there is no menu: nothing that opens leads nowhere. */
  entries: readonly MenuEntry[]
  /** What the palette offers beside the menu; none where the platform does not answer. */
  palette?: Omit<PaletteOf, 'entries' | 'pages'>
  /** What the cookie said, so that the first frame is right (SHELL-2). */
  initiallyOpen: boolean
  children: ReactNode
}

const square = 'grid size-8 shrink-0 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink'

/**
 * The main layout (specification sections 2.6 and 9): title bar, left menu of 200 or 50 px, and the court, in which every
 * page stands. Under 992 px the menu is closed, and opens over the court as a dialog.
 */
export function ShellFrame({ place, user, alarms, view, entries, palette, initiallyOpen, children }: Props) {
  const t = useTranslations('shell')
  const hasMenu = entries.length > 0
  const isLent = useSyncExternalStore(watchMainPart, mainPartIsLent, () => false)
  const [open, setOpen] = useState(initiallyOpen)
  const [drawer, setDrawer] = useState(false)
  const side = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  useEffect(() => {
    // The outside world: the focus goes into the dialog and back, and the keyboard closes it.
    if (!drawer) {
      if (wasOpen.current) opener.current?.focus()
      wasOpen.current = false
      return
    }
    wasOpen.current = true
    const first = side.current?.querySelector<HTMLElement>('[aria-current=page]')
    const target = first ?? side.current?.querySelector<HTMLElement>('button')
    target?.focus()
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setDrawer(false)
    const wide = matchMedia('(width >= 992px)')
    const widen = () => setDrawer(false)
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('keydown', close, { signal })
    wide.addEventListener('change', widen, { signal })
    return () => listening.abort()
  }, [drawer])

  useEffect(() => {
    // The outside world: toasts and dialogs stand beside the page.
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('click', pressInPlace, { capture: true, signal })
    document.addEventListener('click', keepFocus, { signal })
    document.addEventListener('keydown', pressOnce, { signal })
    return () => listening.abort()
  }, [])

  const shownZone = useTimeZone()
  const { refresh } = useRouter()
  useEffect(() => {
    // What the server drew is on the clocks that the cookie knew: whoever has travelled since reads it on their own.
    setTimeZoneCookie((zone) => zone !== shownZone && refresh())
  }, [shownZone, refresh])

  // A super administrator has neither (SHELL-7).
  const pages = user.full
    ? ([
        { id: 'page /user', kind: 'page', title: t('personalCentre'), icon: 'account', href: '/user/index' },
        {
          id: 'page /selectSystem',
          kind: 'page',
          title: t('selectOrganization'),
          icon: 'organization',
          href: '/selectSystem?nf=t',
        },
      ] as const)
    : []
  const set = (next: boolean) => {
    setOpen(next)
    setSidebarCookie(next)
  }
  return (
    <div className="flex min-h-dvh flex-col mobile:h-dvh">
      <a
        href="#content"
        className="sr-only z-60 rounded-md bg-inverse px-3 py-2 text-on-inverse focus:not-sr-only focus:fixed focus:top-2 focus:left-3"
      >
        {t('skipToContent')}
      </a>
      <div
        aria-hidden
        data-testid="place-column"
        className="fixed inset-y-0 left-0 z-30 border-accent border-l-[3px]"
      />
      <div inert={drawer} className="contents">
        {view && <ViewFrame {...view} />}
        <TitleBar
          place={place}
          user={user}
          alarms={alarms}
          palette={palette && { ...palette, entries, pages }}
        >
          {hasMenu && (
            <>
              <button
                type="button"
                aria-expanded={open}
                aria-controls="side-menu"
                aria-label={open ? t('closeMenu') : t('openMenu')}
                onClick={() => set(!open)}
                className={`${square} max-mobile:hidden`}
              >
                <PanelLeft aria-hidden className="size-4" />
              </button>
              <button
                ref={opener}
                type="button"
                aria-haspopup="dialog"
                aria-expanded={drawer}
                aria-label={t('openMenu')}
                onClick={() => setDrawer(true)}
                className={`${square} mobile:hidden`}
              >
                <Menu aria-hidden className="size-4" />
              </button>
            </>
          )}
        </TitleBar>
      </div>
      <div className="flex min-h-0 flex-1">
        {drawer && (
          <div aria-hidden onPointerDown={() => setDrawer(false)} className="fixed inset-0 z-30 bg-scrim" />
        )}
        {hasMenu && (
          <div
            ref={side}
            id="side-menu"
            data-testid="side-menu"
            {...(drawer && { role: 'dialog', 'aria-modal': true, 'aria-label': t('menu') })}
            className={`flex shrink-0 flex-col max-mobile:fixed max-mobile:inset-y-0 max-mobile:left-0 max-mobile:z-40 max-mobile:w-[200px] max-mobile:border-accent max-mobile:border-l-[3px] max-mobile:bg-raised max-mobile:shadow-modal ${open ? 'w-[200px]' : 'w-[50px]'} ${drawer ? '' : 'max-mobile:hidden'}`}
          >
            {drawer && (
              <button
                type="button"
                aria-label={t('closeMenu')}
                onClick={() => setDrawer(false)}
                className={`${square} m-2`}
              >
                <X aria-hidden className="size-4" />
              </button>
            )}
            <div className="min-h-0 flex-1">
              <SideMenu
                entries={entries}
                collapsed={!open && !drawer}
                onExpand={() => set(true)}
                onGo={() => setDrawer(false)}
              />
            </div>
          </div>
        )}
        {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name. */}
        <div
          id="content"
          role={isLent ? 'region' : 'main'}
          tabIndex={-1}
          inert={drawer}
          aria-label={t('content')}
          className={`isolate flex min-w-0 flex-1 flex-col border-line bg-surface p-5 outline-none max-narrow:p-3 max-mobile:border-t mobile:mr-2 mobile:mb-2 mobile:[overflow:hidden_auto] mobile:rounded-lg mobile:border mobile:shadow-raised ${hasMenu ? '' : 'mobile:ml-[11px]'}`}
        >
          <OfflineNote />
          {children}
        </div>
      </div>
    </div>
  )
}
