'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { LazyTexts } from '#components/form/lazy-texts'
import { useCallFault } from '#components/form/use-call-fault'
import { DuePassword } from '#components/sign-in/due-password'
import type { Person } from '#components/sign-in/sign-in'
import { SignInForm } from '#components/sign-in/sign-in-form'
import { Button } from '#components/ui/button'
import { Dialog } from '#components/ui/dialog'
import { toast } from '#components/ui/toast'
import { captcha, captchaSound } from '#contracts/session'
import { enterSystem } from '#lib/enter'
import { signInTexts } from '#lib/i18n/sign-in-texts'
import type { Place } from '#lib/page-context'
import { CallError } from '#lib/request'
import { leaveForPassword, leaveSession, sessionBack } from '#lib/session-end'
import { tellOtherTabs } from '#lib/storage'
import { sessionIsIn } from '#lib/tab-context'
import { leaveWindow } from '#lib/unsaved'

interface Props {
  /** What is over: the session, or only the password that somebody else gave. */
  first: 'session' | 'password'
  person: Place
  onDone: () => void
  /** Nothing can be shown: whoever saves next is asked anew. */
  onFail: () => void
}

/**
 * The session ended under a half-filled form: the same person signs in again in place, comes back into the same
 * organization and system, and goes on (EDGE-3). Whoever was given a password chooses another one on the way (DAY-3).
 */
export function SignInAgain(props: Props) {
  return (
    <LazyTexts load={signInTexts} onFail={props.onFail}>
      <Again {...props} />
    </LazyTexts>
  )
}

function Again({ first, person, onDone }: Omit<Props, 'onFail'>) {
  const t = useTranslations('login')
  const password = useTranslations('password')
  const common = useTranslations('common')
  const faultText = useCallFault()
  /** Why the way back into the system did not work; the person is signed in. */
  const [fault, setFault] = useState<string>()
  const [step, setStep] = useState(first)
  const [busy, setBusy] = useState(false)
  const enter = async () => {
    try {
      if (person.orgId !== '') await enterSystem(person.orgId, person.systemId)
      else tellOtherTabs('enteredAt', JSON.stringify(person))
    } catch (error) {
      // Where they worked is closed to them by now: what they typed has no place to go to.
      if (error instanceof CallError && error.kind === 'due') return setStep('password')
      const isClosed = error instanceof CallError && (error.kind === 'ended' || error.code === 403)
      if (isClosed) return leaveSession('ended')
      return setFault(faultText(error))
    }
    tellOtherTabs('signedInAt')
    sessionIsIn(person, false)
    if (step === 'session') toast.success(t('again.done'))
    goOn()
  }
  const goOn = () => {
    window.dispatchEvent(new Event(sessionBack))
    onDone()
  }
  const changed = () => {
    tellOtherTabs('passwordAt')
    return first === 'password' ? goOn() : enter()
  }
  const signedIn = ({ mustChangePassword }: Person) => (mustChangePassword ? setStep('password') : enter())
  const leave = step === 'password' ? leaveForPassword : () => leaveSession('ended')
  const retry = async () => {
    setBusy(true)
    await enter()
    setBusy(false)
  }
  return (
    <Dialog
      title={step === 'password' ? password('dueTitle') : t('again.title')}
      closeLabel={password('leave')}
      onClose={() => leaveWindow(leave)}
      width="narrow"
    >
      <div className="overflow-y-auto px-5 py-4">
        {fault === undefined && step === 'password' ? (
          <DuePassword username={person.username} onChanged={changed} />
        ) : fault === undefined ? (
          <>
            <p className="mb-3 text-md text-soft">{t('again.hint')}</p>
            <SignInForm
              captcha={{ picture: captcha.path, sound: captchaSound.path }}
              username={person.username}
              onSignedIn={signedIn}
            />
          </>
        ) : (
          <>
            <p role="alert" className="mb-3 text-md text-danger">
              {fault}
            </p>
            <Button look="primary" busy={busy} onClick={retry}>
              {common('retry')}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}
