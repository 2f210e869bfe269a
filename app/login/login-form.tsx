'use client'

import { useEffect } from 'react'
import type { CaptchaPaths, Person } from '#components/sign-in/sign-in'
import { SignInForm } from '#components/sign-in/sign-in-form'
import { basePath } from '#lib/request'
import { clearBrowserState, remember, takeSignedOut, tellOtherTabs } from '#lib/storage'

interface Props {
  /** A session has just ended, and the page is told why. */
  isEnd: boolean
  from: string | undefined
  captcha: CaptchaPaths
}

export function LoginForm({ isEnd, from, captcha }: Props) {
  useEffect(() => {
    // Logging out at the portal leads here without a page that could tell; a session that is over by itself tells nobody.
    const isTold = takeSignedOut()
    // Whoever stands here is signed out; what an earlier person left behind goes (specification section 4, logout).
    clearBrowserState(isTold || isEnd)
    if (isTold) tellOtherTabs('signedOutAt')
  }, [isEnd])

  return <SignInForm captcha={captcha} from={from} onSignedIn={(person) => welcome(person, from)} />
}

/** Leaves for the home page (super administrator) or the chooser, by a full load: a session starts with nothing old in memory. */
function welcome({ superIdentification, to = '/' }: Person, from: string | undefined): void {
  clearBrowserState()
  tellOtherTabs('signedInAt')
  remember('superIdentification', superIdentification ? '1' : '0')
  window.location.assign(basePath + (superIdentification ? to : chooser(from)))
}

function chooser(from: string | undefined): string {
  // The page that was left may have been the chooser itself.
  if (from === undefined || /^\/selectSystem(?:[?#]|$)/.test(from)) return from ?? '/selectSystem'
  return `/selectSystem?${new URLSearchParams({ from })}`
}
