'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { useCallFault } from '#components/form/use-call-fault'
import { toast } from '#components/ui/toast'
import type { Locale } from '#lib/i18n/locale'
import { load } from '#lib/load'
import { beginRun, cancelled, outlookOf, type Run, unlistedIn, withItem } from './discovery-state'

const work = () => load(() => import('./discovery-run'))
const sending = () => load(() => import('./discovery-sending'))

export interface Discovery {
  run: Run | undefined
  /** Whether its dialog is open: while the platform stores, it may be closed. */
  shown: boolean
  show: () => void
  start: (codes: readonly string[]) => void
  /** Those that failed, once more. */
  retry: () => void
  /** Those without a manifest, by loading their pages. */
  load: (codes: readonly string[]) => void
  /** Whether pages without operations get one. */
  addViews: (on: boolean) => void
  send: () => void
  /** Ends what can be ended: collecting goes over to what was found, a preview is dropped. */
  close: () => void
}

/**
 * The way of a discovery (specification section 4): collect, show what would change, send, wait for the platform.
 * Leaving the page ends it. `reload` reads the page again.
 */
export function useDiscovery(locale: Locale, reload: () => void): Discovery {
  const t = useTranslations('assets')
  const callFault = useCallFault()
  const [run, setRun] = useState<Run>()
  const [shown, setShown] = useState(false)
  const control = useRef<AbortController>(undefined)
  const reread = useRef(reload)
  reread.current = reload

  // The outside world: sub-applications that load, and a timer.
  useEffect(() => () => control.current?.abort(), [])

  const collect = async (codes: readonly string[], before?: Run, loadable?: ReadonlySet<string>) => {
    control.current?.abort()
    const own = new AbortController()
    control.current = own
    const begun = beginRun(codes, before, loadable)
    setRun(begun)
    setShown(true)
    let isBehind = false
    const part = await work().catch((error: unknown) => void toast.error(callFault(error)))
    if (part === undefined) return setRun(before)
    await part.examine({
      ...{ codes, locale, callFault, signal: own.signal, loadable: begun.loadable },
      viewName: t('discovery.viewName'),
      onItem: (code, item) => {
        isBehind ||= item.state === 'failed'
        setRun((now) => now && withItem(now, code, item))
      },
    })
    if (own.signal.aborted) return
    setRun((now) => now && { ...now, phase: 'preview' })
    // A system that fails may be gone by now.
    if (isBehind) reread.current()
  }

  const send = async (whole: Run) => {
    const own = new AbortController()
    control.current = own
    setRun({ ...whole, phase: 'sending', message: undefined })
    const { good, found, failed } = outlookOf(whole)
    let untilStored: Awaited<ReturnType<typeof sending>>['untilStored']
    try {
      const part = await sending()
      untilStored = part.untilStored
      await part.send(good, whole.holder)
    } catch (error) {
      setShown(true)
      // Systems and rights may have changed since the page was read.
      reread.current()
      return setRun({ ...whole, phase: 'preview', message: callFault(error) })
    }
    if (own.signal.aborted) return
    setRun({ ...whole, phase: 'syncing', message: undefined })
    try {
      const status = await untilStored(own.signal)
      if (own.signal.aborted) return
      const { added, changed, gone } = status
      toast.success(t('discovery.synced', { added: added ?? 0, changed: changed ?? 0, gone: gone ?? 0 }))
      reread.current()
      const isWhole = found.length === good.length && failed.length === 0 && !status.failed?.length
      if (isWhole) return setRun(undefined)
      setRun({ ...whole, phase: 'done', message: undefined, status })
    } catch (error) {
      if (own.signal.aborted) return
      setRun({ ...whole, phase: 'done', message: callFault(error) })
    }
    setShown(true)
  }

  return {
    run,
    shown,
    show: () => setShown(true),
    start: (codes) => void collect(codes),
    // What was stored meanwhile is not asked for again.
    retry: () => {
      if (run === undefined) return
      const unlisted = new Set(unlistedIn(run))
      const codes = outlookOf(run).failed.filter((code) => !unlisted.has(code))
      void collect(codes, run.phase === 'done' ? undefined : run, run.loadable)
    },
    load: (codes) => run && void collect(codes, run, new Set([...run.loadable, ...codes])),
    addViews: (on) => setRun((now) => now && { ...now, addsViews: on }),
    send: () => run && void send(run),
    close: () => {
      if (run?.phase === 'sending' || run?.phase === 'syncing') return setShown(false)
      control.current?.abort()
      const rest = run?.phase === 'collecting' ? cancelled(run) : undefined
      setRun(rest !== undefined && outlookOf(rest).found.length > 0 ? rest : undefined)
    },
  }
}
