'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { lendMainPart } from '#lib/main-part'
import { contractVersion, type FromMicroApp, type Look, type MicroContext } from '#lib/micro-messages'
import type { KnownApp } from '#lib/micro-views'
import { basePath, type CallError } from '#lib/request'
import { sessionBack, sessionOver } from '#lib/session-end'
import { appearanceOf } from './appearance'
import { gatedCalls } from './call-gate'
import { faultOf, faultOfLoad, faultOfStart, verdict } from './fault'
import { FaultView } from './fault-view'
import { GuardedWujie } from './guarded-wujie'
import { keepFocus } from './keep-focus'
import { ownWindow, telling } from './own-window'
import { spelt } from './page-address'
import { tellSight } from './page-sight'
import { driveRoute } from './route-plugin'
import { frameOf, sandboxOf, watchPlugin } from './sandbox'
import { keepPlace, showPlace, watchPlace } from './scroll-places'
import { tell } from './tell'
import { dress, keepDressed, useLook } from './use-look'
import { usePhase } from './use-phase'
import { useScheme } from './use-scheme'
import { leavingPlugin, watchShown } from './watch-leaving'
import { type StartWatch, watchStart } from './watch-start'
import { watchTitle } from './watch-title'

interface Props {
  app: KnownApp
  /** Stable, so that wujie's own books do not grow. */
  name: string
  title: string
  /** The address that it shows, with the base path. */
  path: string
  active: boolean
  context: MicroContext
  onGo: (path: string, how: 'push' | 'replace', state: unknown) => void
  /** Shows an address of its system that belongs to another view. */
  passOn: (path: string) => boolean
  onMessage: (message: FromMicroApp) => void
  /** A form of its page sent a call that brought nothing. */
  onRefused: (error: CallError) => void
  /** Its document has another title, by which it names its page without knowing of us. */
  onTitle: (title: string) => void
}

const isShown = (address: string) => spelt(window.location.href) === spelt(address)
/** An address as the browser shows it, letter for letter, where that is the one. */
const asShown = (address: string) => {
  const { pathname, search, hash } = window.location
  return isShown(address) ? pathname + search + hash : address
}

/** One page of a sub-application: loading, shown, or failed with a way to try again, within 10 s (MICRO-4). */
export function MicroFrame(props: Props) {
  const [attempt, setAttempt] = useState(0)
  const windowName = useRef('')
  return <Attempt key={attempt} {...props} windowName={windowName} onRetry={() => setAttempt(attempt + 1)} />
}

function Attempt(props: Props & { windowName: { current: string }; onRetry: () => void }) {
  const { app, name, title, path, active, context, windowName, onMessage, onRetry } = props
  const t = useTranslations('micro')
  const latest = useRef(props)
  latest.current = props
  const holder = useRef<HTMLDivElement>(null)
  const scheme = useScheme()
  const lookText = useLook()
  const look = useMemo((): Look => JSON.parse(lookText), [lookText])
  const watch = useRef({
    fault: (_frame: Window, _event: Event) => {},
    leave: (_to: string) => {},
    dress: (_page: Document) => {},
  })
  const fixed = useMemo(() => {
    const folder = `${location.origin}${basePath}/micro/${app.code}/`
    const entry = new URL('index.html', folder)
    const apiBase = `${basePath}/api/${app.code}`
    const calls = gatedCalls(app.code)
    const keep = () => {
      const frame = frameOf(name)
      const { active, path } = latest.current
      if (frame && active && isShown(path)) keepPlace(frame)
    }
    const { fetch, plugins, end } = ownWindow({
      ...{ folder, entry, apiBase, prefix: `${basePath}/${app.code}`, windowName },
      initial: () => asShown(latest.current.path),
      noted: () => (isShown(latest.current.path) ? window.history.state?.micro : null),
      onGo: (to, how, state) => {
        if (how === 'push') keep()
        latest.current.onGo(to, how, state)
      },
      passOn: (to) => latest.current.passOn(to),
      onReload: () => latest.current.onRetry(),
      onLeave: (to) => watch.current.leave(to),
      onRefused: (error) => latest.current.onRefused(error),
      onShown: (shown) => {
        keepDressed(shown, () => watch.current.dress(shown))
        watchShown(shown, (to) => watch.current.leave(to))
        watchTitle(shown, (title) => latest.current.onTitle(title))
        if (shown.defaultView) watchPlace(shown.defaultView, keep)
      },
      inTurn: calls.inTurn,
      loadInTurn: calls.loadInTurn,
    })
    return {
      address: { to: app.code, instanceId: `${name}-${Math.random().toString(36).slice(2)}` },
      entry,
      apiBase,
      fetch,
      endCalls: () => {
        calls.end()
        end()
      },
      plugins: [
        ...plugins,
        watchPlugin((frame, event) => watch.current.fault(frame, event)),
        calls.plugin,
        leavingPlugin((to) => watch.current.leave(to)),
      ],
    }
  }, [name, app.code, windowName])
  const given = useMemo(
    () => ({
      contractVersion,
      instanceId: fixed.address.instanceId,
      mode: 'embed',
      systemCode: app.code,
      ...context,
      scheme,
      look,
      basePath: `${basePath}/${app.code}`,
      apiBase: fixed.apiBase,
    }),
    [fixed, app.code, context, scheme, look],
  )
  const start = useRef<StartWatch>(undefined)
  const { phase, ready, fail } = usePhase(
    fixed.address.instanceId,
    holder,
    onMessage,
    () => start.current?.fault() ?? verdict(drawnBy(name), start.current?.isStarted() ?? false),
  )
  start.current ??= watchStart({ look: () => appearanceOf(drawnBy(name)), ready, fail })
  const { started, missed, watch: watchLooks } = start.current
  const isLoading = phase === 'loading'
  watch.current = {
    fault: (frame, event) => void (isLoading && faultOf(frame, event).then(missed)),
    leave: (to) => fail({ kind: 'left', to }),
    dress: (page) => dress(page, look, scheme),
  }

  useEffect(() => {
    if (!active) return
    driveRoute(name, asShown(path))
    // The outside world: Back and Forward between two entries of one address, which nothing else tells apart.
    const drive = () => {
      if (isShown(path)) driveRoute(name, asShown(path), true)
    }
    window.addEventListener('popstate', drive)
    return () => window.removeEventListener('popstate', drive)
  }, [name, path, active])
  useEffect(() => {
    const sandbox = sandboxOf(name)
    if (sandbox?.document) dress(sandbox.document, look, scheme)
    if (sandbox?.provide) sandbox.provide.props = telling(name, given)
    tell('context:update', fixed.address, given)
  }, [name, given, fixed, look, scheme])
  useEffect(() => {
    // The outside world: the session is over under work that is not saved, and the person signs in again in place (EDGE-3).
    const end = () => tell('session:end', fixed.address)
    const goOn = () => tell('context:update', fixed.address, given)
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener(sessionOver, end, { signal })
    window.addEventListener(sessionBack, goOn, { signal })
    return () => listening.abort()
  }, [fixed, given])
  const [keys] = useState(() => keepFocus(() => holder.current?.querySelector('iframe')))
  // The outside world: where the keys go. The page that hides lets go of them before the one that shows takes them.
  useLayoutEffect(() => {
    if (active) queueMicrotask(keys.show)
    else keys.hide()
  }, [active, keys])
  const isSeen = active || isLoading
  useEffect(() => {
    // One that has not come up yet draws, whoever looks at it.
    tellSight(name, isSeen)
  }, [isSeen, name])
  useEffect(() => {
    tell(active ? 'micro:activate' : 'micro:deactivate', fixed.address)
  }, [active, fixed])
  useEffect(() => {
    // wujie has written where the page wanted to go into the address.
    if (typeof phase === 'object' && phase.fault.kind === 'left') {
      window.history.replaceState(null, '', latest.current.path)
    }
  }, [phase])

  useEffect(() => {
    if (phase !== 'ready' || !active) return
    if (drawnBy(name)?.querySelector('main, [role=main]')) return lendMainPart()
  }, [phase, active, name])

  useEffect(() => {
    // The outside world: how the page looks by and by.
    if (isLoading) return watchLooks()
  }, [isLoading, watchLooks])

  if (typeof phase === 'object') return <FaultView fault={phase.fault} name={app.name} onRetry={onRetry} />
  const told = telling(name, given)
  return (
    <div ref={holder} className="relative h-full" aria-busy={isLoading}>
      {isLoading && (
        <p role="status" className="absolute inset-x-0 top-1/3 text-center text-faint text-md">
          {t('loading', { name: app.name })}
        </p>
      )}
      <GuardedWujie
        name={name}
        title={title}
        width="100%"
        height="100%"
        url={fixed.entry.href}
        props={told}
        plugins={fixed.plugins}
        fetch={fixed.fetch}
        loadError={(url, error) => {
          // What was given up is of a page that is gone.
          if (error.name === 'AbortError') return
          void faultOfLoad(url, error).then(url === fixed.entry.href ? fail : missed)
        }}
        onStarted={() => {
          started()
          const frame = frameOf(name)
          // Somebody may show another tab by now.
          if (frame && latest.current.active && isShown(latest.current.path)) showPlace(frame)
        }}
        onEnded={fixed.endCalls}
        onFault={(error) => void faultOfStart(fixed.entry.href, error).then(fail)}
      />
    </div>
  )
}

function drawnBy(name: string): Element | null | undefined {
  return sandboxOf(name)?.document?.body
}
