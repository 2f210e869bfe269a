'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button'
import { strip } from '#components/ui/strip'
import { hasNewVersion, onNewVersion } from '#lib/new-version'
import { hasUnsaved, leaveWindow } from '#lib/unsaved'

const no = () => false
/** Milliseconds between two looks whether a form is still half filled. */
const lookEvery = 1000

/** A newer version of the console is there: it is offered while no form is half filled, and never loaded unasked (EDGE-9). */
export function VersionNote() {
  const isNewer = useSyncExternalStore(onNewVersion, hasNewVersion, no)
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    if (!isNewer) return
    const look = () => {
      if (hasUnsaved('window')) return
      setOffered(true)
      clearInterval(timer)
    }
    const timer = setInterval(look, lookEvery)
    look()
    return () => clearInterval(timer)
  }, [isNewer])
  return isOffered ? <Offer /> : null
}

function Offer() {
  const t = useTranslations('shell.version')
  const reload = () => leaveWindow(() => window.location.reload())
  return (
    <div role="status" className={`${strip} flex flex-wrap items-center gap-2 bg-accent-soft`}>
      <p className="flex-1">{t('isThere')}</p>
      <Button onClick={reload}>{t('load')}</Button>
    </div>
  )
}
