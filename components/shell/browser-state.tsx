'use client'

import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import type { Locale } from '#lib/i18n/locale'
import { type PageContext, standIn } from '#lib/page-context'
import { isHeld, sessionOver } from '#lib/session-end'
import { keptLanguage, setLanguageCookie, setTimeZoneCookie, storageKeys } from '#lib/storage'

const SignInAgain = dynamic(() => import('./sign-in-again').then((module) => module.SignInAgain), {
  ssr: false,
})

interface Props {
  locale: Locale
  /** Who the page belongs to and where they work; none where nobody is signed in. */
  person?: PageContext & { username: string }
}

/** Keeps what the browser stores, what the server rendered and what other tabs do in step. */
export function BrowserState({ locale, person }: Props) {
  const [over, setOver] = useState(false)
  const { userId, orgId, systemId } = person ?? {}

  useEffect(() => setTimeZoneCookie(), [])

  useEffect(() => {
    // Every write from here states whose page it comes from (EDGE-1).
    if (userId !== undefined) standIn({ userId, orgId: orgId ?? '', systemId: systemId ?? '' })
  }, [userId, orgId, systemId])

  useEffect(() => {
    // The language is kept in local storage (specification section 1); the server reads a cookie, which may be gone.
    const kept = keptLanguage(locale)
    if (kept === undefined || sessionStorage.getItem('languageTried') === kept) return
    sessionStorage.setItem('languageTried', kept)
    setLanguageCookie(kept)
    window.location.reload()
  }, [locale])

  useEffect(() => {
    // Other tabs sign out, enter another system or choose a language: loading anew lets the server decide.
    const signedIn = userId !== undefined
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (newValue === null) return
      const isOver = key === storageKeys.signedOutAt && signedIn
      const isBegun = key === storageKeys.signedInAt && !signedIn
      // What somebody is typing stays: a write from a page that is behind is refused, and says why.
      const isMoved = key === storageKeys.enteredAt && !isHeld()
      const isWorded = key === storageKeys.language && newValue !== locale && !isHeld()
      if (isOver || isBegun || isMoved || isWorded) window.location.reload()
    }
    const onOver = () => setOver(true)
    window.addEventListener('storage', onStorage)
    window.addEventListener(sessionOver, onOver)
    return () => {
      window.removeEventListener('storage', onStorage)
      window.removeEventListener(sessionOver, onOver)
    }
  }, [locale, userId])

  return over && person ? <SignInAgain person={person} onDone={() => setOver(false)} /> : null
}
