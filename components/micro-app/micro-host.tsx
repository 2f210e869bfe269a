'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { WithTexts } from '#components/form/lazy-texts'
import { useTellFault } from '#components/form/use-call-fault'
import { toast } from '#components/ui/toast'
import type { MenuEntry } from '#lib/menu-entry'
import type { FromMicroApp, MicroContext } from '#lib/micro-messages'
import {
  isStandalonePage,
  type KnownApp,
  type MicroView,
  mostViews,
  pathAfterClosing,
  titleOf,
  viewOf,
} from '#lib/micro-views'
import { basePath } from '#lib/request'
import { safePath } from '#lib/safe-path'
import { givesUp, leaveWindow, mayLeave, watchWork } from '#lib/unsaved'
import { noteInEntry } from './history-entry'
import { MicroTabs } from './micro-tabs'
import { frameName, hasUnsavedWork, isAnyUnsaved, noteUnsavedWork } from './unsaved-work'
import { useDocumentTitle } from './use-document-title'
import { useHash } from './use-hash'
import { useMicroFrame } from './use-micro-frame'
import { useOptimisticNavigation } from './use-optimistic-navigation'
import { usePageEntries } from './use-page-entries'
import { useViews } from './use-views'

interface Props {
  apps: readonly KnownApp[]
  entries: readonly MenuEntry[]
  context: MicroContext
  /** The product's name, which stands behind a page's in the document's title. */
  product: string
  /** Super administrators have no tabs (SHELL-9). */
  withTabs: boolean
  /** The page that the address names in the console itself. */
  children: ReactNode
}

/** One entry of the browser's history, which keeps what the page's own router noted with it, and where the page is scrolled to. */
function write(to: string, how: 'push' | 'replace', state: unknown): void {
  const note = { micro: state, place: window.history.state?.place }
  const { pathname, search, hash } = window.location
  if (how === 'push') window.history.pushState(note, '', to)
  else if (to !== pathname + search + hash) window.history.replaceState(note, '', to)
  else noteInEntry(note)
}

/**
 * The pages of sub-applications: it stands in the layout, so that those which were opened stay alive while others show.
 */
export function MicroHost({ apps, entries, context, product, withTabs, children }: Props) {
  const router = useRouter()
  const tell = useTellFault()
  const [page, hash, noteHash] = useHash()
  const find = (to: string) => viewOf(to, apps, entries)
  const path = page + hash
  usePageEntries(page, (to) => find(to) !== undefined)
  /** Another part of the same page is nothing to ask the server for. */
  const visit = (to: string) => {
    const address = location.origin + basePath + to
    // It begins at a place of its own.
    if (noteHash(address)) window.history.pushState({ micro: null }, '', address)
    else router.push(to)
  }
  const optimistic = useOptimisticNavigation(find, visit)
  const here = useMemo(() => viewOf(path, apps, entries), [path, apps, entries])
  const current = optimistic ?? here
  const t = useTranslations('shell.tabs')
  const { user, orgId, systemId } = context
  const {
    views,
    close: closeKey,
    rename,
  } = useViews({
    current,
    find,
    owner: JSON.stringify([user.id, orgId, systemId]),
    onLimit: (closed, isOver) => {
      for (const view of closed) toast.info(t('closedByLimit', { title: titleOf(view), most: mostViews }))
      if (isOver) toast.warning(t('overLimit', { most: mostViews }))
    },
  })
  const shown = views.tabs.find(({ key }) => key === current?.key)
  const title = current && titleOf(shown?.title === current.title ? shown : current)
  useDocumentTitle(title, product)
  const frame = useMicroFrame(context.locale, current !== undefined, (to) => find(to) !== undefined)

  useEffect(() => {
    // A system that was disabled or taken away has no pages any more.
    for (const { key, code } of views.tabs) if (!apps.some((app) => app.code === code)) closeKey(key)
  }, [apps, views.tabs, closeKey])

  useEffect(() => watchWork(isAnyUnsaved), [])

  // Where a page went while its own address was still on the way.
  const wish = useRef<{ key: string; to: string; state: unknown }>(undefined)
  useEffect(() => {
    if (optimistic !== undefined || wish.current === undefined) return
    const { key, to, state } = wish.current
    wish.current = undefined
    if (here?.key !== key) return
    write(to, 'replace', state)
    noteHash()
  }, [optimistic, here, noteHash])

  const close = async (key: string) => {
    if (hasUnsavedWork(key) && !(await givesUp())) return
    if (key === current?.key) visit(pathAfterClosing(views, key))
    closeKey(key)
  }
  const go = (view: MicroView, to: string, how: 'push' | 'replace', state: unknown) => {
    const inner = to.startsWith(`${basePath}/`) ? to.slice(basePath.length) : ''
    // A page moves within its own system only, and in the background it moves nothing.
    if (find(inner)?.code !== view.code || view.key !== current?.key) return
    if (optimistic !== undefined) {
      wish.current = { key: view.key, to, state }
      return
    }
    write(to, how, state)
    noteHash()
  }
  /** A link to another page of the same system: that one comes to the front, and this one stays as it is. */
  const passOn = (view: MicroView, to: string) => {
    const inner = to.startsWith(`${basePath}/`) ? to.slice(basePath.length) : ''
    const other = find(inner)
    if (other?.code !== view.code || other.key === view.key || view.key !== current?.key) return false
    visit(inner)
    return true
  }
  /** The menu's name stands, where there is one: super administrators have no system's menu. */
  const nameUnnamed = (view: MicroView, title: string) => {
    const isUnnamed = view.title === apps.find(({ code }) => code === view.code)?.name
    if (isUnnamed) rename(view.key, title)
  }
  const obey = (view: MicroView, message: FromMicroApp) => {
    switch (message.type) {
      case 'micro:title':
        return rename(view.key, message.payload.title)
      case 'micro:unsaved':
        return noteUnsavedWork(view.key, message.payload.unsaved)
      case 'micro:message':
        return toast[message.payload.level](message.payload.text)
      case 'micro:navigate': {
        const to = safePath(message.payload.to)
        // In the background it moves nothing.
        if (to === undefined || view.key !== current?.key) return
        if (isStandalonePage(to)) return void leaveWindow(() => window.location.assign(basePath + to))
        return void mayLeave().then((leaves) => leaves && visit(to))
      }
      case 'session:logout':
        return void mayLeave('window')
          .then(async (leaves) => leaves && (await import('#lib/session-end')).logOut())
          .catch(tell)
      case 'session:expired':
        return void import('./ask-session').then(({ askSession }) => askSession())
    }
  }

  return (
    <>
      {withTabs && current !== undefined && (
        <MicroTabs tabs={views.tabs} current={current.key} onClose={(key) => void close(key)} />
      )}
      {/* One that is not shown keeps its size, as the tabs of a browser do: no layout changes behind one's back. */}
      <div
        className={`relative flex min-h-0 flex-col ${current === undefined ? '-mx-5 h-0 overflow-clip max-narrow:-mx-3' : '-m-5 max-narrow:-m-3'}`}
      >
        {views.tabs.map((view) => (
          <section
            key={view.key}
            aria-label={titleOf(view)}
            inert={view.key !== current?.key}
            data-testid="micro-view"
            className={`overflow-auto ${withTabs ? 'h-[calc(var(--court)-38px)]' : 'h-(--court)'} ${view.key === current?.key ? '' : 'invisible absolute inset-x-0 top-0'}`}
          >
            {frame && views.used.includes(view.key) && (
              <WithTexts texts={frame.texts}>
                <frame.Frame
                  app={apps.find(({ code }) => code === view.code) ?? { code: view.code, name: view.title }}
                  name={frameName(view.key)}
                  title={titleOf(view)}
                  path={basePath + view.path}
                  active={view.key === current?.key}
                  context={context}
                  onGo={(to, how, state) => go(view, to, how, state)}
                  passOn={(to) => passOn(view, to)}
                  onMessage={(message) => obey(view, message)}
                  onRefused={tell}
                  onTitle={(title) => nameUnnamed(view, title)}
                />
              </WithTexts>
            )}
          </section>
        ))}
      </div>
      <div className={optimistic === undefined ? 'contents' : 'hidden'}>{children}</div>
    </>
  )
}
