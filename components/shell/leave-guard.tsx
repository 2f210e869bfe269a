'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { later } from '#components/form/later'
import { isPlainPress } from '#lib/plain-press'
import { askWith, hasUnsaved, historyEntryOfForms, type LeaveQuestion, mayLeave } from '#lib/unsaved'

const Confirm = later(() => import('#components/ui/confirm').then((module) => module.Confirm))

/** Asks before a changed form is left: by a link, by Back and Forward, or by closing the window, which ends sub-applications’ pages, too. */
export function LeaveGuard() {
  const t = useTranslations('shell.leave')
  const common = useTranslations('common')
  const [asked, setAsked] = useState<{ answer: (leaves: boolean) => void; question?: LeaveQuestion }>()

  useEffect(() => askWith((question) => new Promise((answer) => setAsked({ answer, question }))), [])
  useEffect(() => {
    // The outside world: links stand anywhere in the shell, Back and Forward in the browser. First of all listeners, and
    // where somebody is asked the only one: the others would go on at once.
    const onClick = (event: MouseEvent) => {
      const link = leadingAway(event)
      if (link === undefined || !hasUnsaved()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      mayLeave().then((leaves) => leaves && link.click())
    }
    const onPopState = (event: PopStateEvent) => {
      const entry = historyEntryOfForms()
      if (entry === undefined || !hasUnsaved()) return
      event.stopImmediatePropagation()
      // The browser has gone already. The form's page is put back on top, so that whoever stays is where they were, and
      // one step back is where they wanted to go.
      window.history.pushState(entry.state, '', entry.href)
      mayLeave().then((leaves) => leaves && window.history.back())
    }
    const onBeforeUnload = (event: BeforeUnloadEvent) => hasUnsaved('window') && event.preventDefault()
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('click', onClick, { capture: true, signal })
    window.addEventListener('popstate', onPopState, { capture: true, signal })
    window.addEventListener('beforeunload', onBeforeUnload, { signal })
    return () => listening.abort()
  }, [])

  if (asked === undefined) return null
  return (
    <Confirm
      confirmation={{
        title: t('title'),
        text: t('text'),
        confirm: t('discard'),
        cancel: t('keep'),
        close: common('close'),
        danger: true,
        ...asked.question,
        run: async () => asked.answer(true),
      }}
      clearDelay={0}
      onClose={() => {
        asked.answer(false)
        setAsked(undefined)
      }}
    />
  )
}

/** The link that this press follows in this window, to another page than this. */
function leadingAway(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.href === '' || !isPlainPress(event) || link.hasAttribute('download'))
    return undefined
  if (link.target !== '' && link.target !== '_self') return undefined
  const [to] = link.href.split('#')
  const [here] = window.location.href.split('#')
  return to === here && link.hash !== '' ? undefined : link
}
