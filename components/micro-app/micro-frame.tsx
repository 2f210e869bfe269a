'use client'

import { CloudOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#components/ui/button'
import { StateView } from '#components/ui/state-view'
import { contractVersion, type FromMicroApp, type MicroContext } from '#lib/micro-messages'
import type { KnownApp } from '#lib/micro-views'
import { basePath } from '#lib/request'
import { type BuildFault, type FoundFault, faultOf, fileFault } from './build-faults'
import { GuardedWujie } from './guarded-wujie'
import { EntryFault, ownWindow, telling } from './own-window'
import { driveRoute } from './route-plugin'
import { sandboxOf, watchPlugin } from './sandbox'
import { tell } from './tell'
import { type Fault, usePhase } from './use-phase'
import { useScheme } from './use-scheme'

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
}

/** Milliseconds that a page which says nothing gets to draw something, once its scripts have run. */
const silence = 1500

const isOfBuild = (fault: Fault): fault is BuildFault => ['missing', 'elsewhere', 'evaluated'].includes(fault)

/** One page of a sub-application: loading, shown, or failed with a way to try again, within 10 s (MICRO-4). */
export function MicroFrame(props: Props) {
  const [attempt, setAttempt] = useState(0)
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Attempt(props: Props & { onRetry: () => void }) {
  const { app, name, title, path, active, context, onMessage, onRetry } = props
  const t = useTranslations('micro')
  const common = useTranslations('common')
  const latest = useRef(props)
  latest.current = props
  const holder = useRef<HTMLDivElement>(null)
  const scheme = useScheme()
  const fault = useRef((_found: FoundFault) => {})
  const left = useRef(() => {})

  const fixed = useMemo(() => {
    const folder = `${location.origin}${basePath}/micro/${app.code}/`
    const entry = new URL('index.html', folder)
    const apiBase = `${basePath}/api/${app.code}`
    const { fetch, plugins } = ownWindow({
      ...{ folder, entry, apiBase, prefix: `${basePath}/${app.code}` },
      initial: () => latest.current.path,
      onGo: (to, how, state) => latest.current.onGo(to, how, state),
      passOn: (to) => latest.current.passOn(to),
      onReload: () => latest.current.onRetry(),
      onLeave: () => left.current(),
    })
    return {
      address: { to: app.code, instanceId: `${name}-${Math.random().toString(36).slice(2)}` },
      entry,
      apiBase,
      fetch,
      plugins: [...plugins, watchPlugin((event) => fault.current(faultOf(event)))],
    }
  }, [name, app.code])
  const given = useMemo(
    () => ({
      contractVersion,
      instanceId: fixed.address.instanceId,
      mode: 'embed',
      systemCode: app.code,
      ...context,
      scheme,
      basePath: `${basePath}/${app.code}`,
      apiBase: fixed.apiBase,
    }),
    [fixed, app.code, context, scheme],
  )
  const { phase, ready, fail } = usePhase(fixed.address.instanceId, holder, onMessage)
  fault.current = (found) => fail(found.fault, found.file)
  left.current = () => fail('left')

  useEffect(() => {
    if (active) driveRoute(name, path, window.history.state?.micro)
  }, [name, path, active])
  useEffect(() => {
    const sandbox = sandboxOf(name)
    if (sandbox?.provide) sandbox.provide.props = telling(name, given)
    tell('context:update', fixed.address, given)
  }, [name, given, fixed])
  useEffect(() => {
    tell(active ? 'micro:activate' : 'micro:deactivate', fixed.address)
  }, [active, fixed])
  useEffect(() => {
    // wujie has written where the page wanted to go into the address.
    if (typeof phase === 'object' && phase.fault === 'left') {
      window.history.replaceState(null, '', latest.current.path)
    }
  }, [phase])

  if (typeof phase === 'object') {
    return (
      <StateView
        role="alert"
        icon={<CloudOff aria-hidden className="size-5" />}
        title={t(`faults.${phase.fault}`, { name: app.name, file: phase.file ?? '' })}
        hint={isOfBuild(phase.fault) ? t(`hints.${phase.fault}`) : t('faultHint')}
      >
        <Button onClick={onRetry}>{common('retry')}</Button>
      </StateView>
    )
  }
  const told = telling(name, given)
  const whenStarted = () =>
    setTimeout(() => {
      // A page without the contract is shown as well, as soon as it shows something.
      const body = sandboxOf(name)?.document?.body
      if (body && body.getBoundingClientRect().height > 0) ready()
    }, silence)
  return (
    <div ref={holder} className="relative h-full" aria-busy={phase === 'loading'}>
      {phase === 'loading' && (
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
        loadError={(url) => {
          // wujie tells of the entry's fault as well, which says more.
          if (url === fixed.entry.href) return fail('unreachable')
          const { fault, file } = fileFault(url)
          fail(fault, file)
        }}
        onStarted={whenStarted}
        onFault={(error) => fail(error instanceof EntryFault ? 'unreachable' : 'script')}
      />
    </div>
  )
}
