'use client'

import { useEffect, useState } from 'react'
import { later } from '#components/form/later'
import type { Locale } from '#lib/i18n/locale'
import { asPlace, type Place } from '#lib/page-context'
import { watchParts } from '#lib/page-parts'
import { basePath } from '#lib/request'
import { safePath } from '#lib/safe-path'
import { isAskedInPlace, isHeld, passwordIsDue, sessionBack, sessionOver } from '#lib/session-end'
import { keptLanguage, setLanguageCookie, setTimeZoneCookie, storageKeys, triesLanguage } from '#lib/storage'
import { isHere, sessionIsIn, standIn } from '#lib/tab-context'
import { forgetUnsaved } from '#lib/unsaved'
import { LeaveGuard } from './leave-guard'

const SignInAgain = later(
  () => import('./sign-in-again').then((module) => module.SignInAgain),
  ({ onFail }) => onFail(),
)

interface Props {
  locale: Locale
  /** Who the page belongs to and where they work; none where nobody is signed in. */
  person?: Place
}

/** What is over, and asked for in place. */
type Asked = 'session' | 'password' | undefined

/** Keeps what the browser stores, what the server rendered and what other tabs do in step. */
export function BrowserState({ locale, person }: Props) {
  const [asked, setAsked] = useState<Asked>()
  /** Of this page's texts; what the server draws anew of it may be in another language by then. */
  const [language] = useState(locale)
  const { userId, username, orgId, orgName, systemId, systemName, systemNameEn } = person ?? {}

  useEffect(() => setTimeZoneCookie(), [])

  useEffect(() => {
    // Every request from here states whose page it comes from (EDGE-1).
    const place = asPlace({ userId, username, orgId, orgName, systemId, systemName, systemNameEn })
    if (place === undefined) return
    standIn(place)
    watchParts()
  }, [userId, username, orgId, orgName, systemId, systemName, systemNameEn])

  useEffect(() => {
    // The language is kept in local storage (specification section 1); the server reads a cookie, which may be gone.
    const kept = keptLanguage(locale)
    if (kept === undefined || !triesLanguage(kept)) return
    setLanguageCookie(kept)
    window.location.reload()
  }, [locale])

  useEffect(() => {
    // Other tabs sign out, enter another system or choose a language: loading anew lets the server decide.
    const signedIn = userId !== undefined
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (newValue === null) return
      if (key === storageKeys.language) {
        import('./follow-language').then(
          ({ followLanguage }) => followLanguage(language, newValue),
          () => {},
        )
      } else if (signedIn) {
        setAsked((now) => stillAsked(now, key, newValue))
        hear(key, newValue)
      } else if (key === storageKeys.signedInAt) goOn()
    }
    const onOver = () => setAsked('session')
    const onDue = () => setAsked((now) => now ?? 'password')
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('storage', onStorage, { signal })
    window.addEventListener(sessionOver, onOver, { signal })
    window.addEventListener(passwordIsDue, onDue, { signal })
    return () => listening.abort()
  }, [language, userId])

  if (person === undefined) return null
  const closeAsked = () => setAsked(undefined)
  return (
    <>
      <LeaveGuard />
      {asked && (
        <SignInAgain key={asked} first={asked} person={person} onDone={closeAsked} onFail={closeAsked} />
      )}
    </>
  )
}

/** Nothing, once the same person is back in the same place, or has chosen a password, in another tab. */
function stillAsked(now: Asked, key: string | null, told: string): Asked {
  const place = key === storageKeys.enteredAt ? placeIn(told) : undefined
  if (place !== undefined && isHere(place)) return undefined
  return key === storageKeys.passwordAt && now === 'password' ? undefined : now
}

function hear(key: string | null, told: string): void {
  if (key === storageKeys.enteredAt) follow(told)
  if (key === storageKeys.passwordAt) window.dispatchEvent(new Event(sessionBack))
  if (key === storageKeys.signedOutAt) {
    // Who signs out elsewhere leaves nothing behind here, typed or not, nor a way back to where they were.
    forgetUnsaved()
    window.location.assign(`${basePath}/login`)
  }
  if (key !== storageKeys.endedAt) return
  if (isAskedInPlace()) window.dispatchEvent(new Event(sessionOver))
  else {
    forgetUnsaved()
    window.location.reload()
  }
}

/** Another tab entered a system. What somebody is typing stays; the shell says so, before a change is tried. */
function follow(entered: string): void {
  const place = placeIn(entered)
  const isBehind = place === undefined || !isHere(place)
  if (isBehind && !isHeld()) window.location.reload()
  else if (place !== undefined) sessionIsIn(place, false)
  if (!isBehind) window.dispatchEvent(new Event(sessionBack))
  if (!isBehind && window.location.pathname === `${basePath}/selectSystem`) goOn()
}

/** Another tab has opened the way to the page that stands behind the login page or the chooser. */
function goOn(): void {
  const from = safePath(new URLSearchParams(window.location.search).get('from'))
  if (from === undefined) window.location.reload()
  else window.location.assign(basePath + from)
}

function placeIn(text: string): Place | undefined {
  try {
    return asPlace(JSON.parse(text))
  } catch {
    return undefined
  }
}
