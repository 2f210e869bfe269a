'use client'

import { NextIntlClientProvider, useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useCallFault } from '#components/form/use-call-fault'
import { SignInForm } from '#components/sign-in/sign-in-form'
import { Button } from '#components/ui/button'
import { Dialog } from '#components/ui/dialog'
import { toast } from '#components/ui/toast'
import { captcha } from '#contracts/session'
import { enterSystem } from '#lib/enter'
import { asLocale } from '#lib/i18n/locale'
import { signInTexts } from '#lib/i18n/sign-in-texts'
import type { Place } from '#lib/page-context'
import { CallError } from '#lib/request'
import { leaveSession, sessionBack } from '#lib/session-end'

interface Props {
  person: Place
  onDone: () => void
}

/**
 * The session ended under a half-filled form: the same person signs in again in place, comes back into the same
 * organization and system, and goes on (EDGE-3).
 */
export function SignInAgain(props: Props) {
  const locale = asLocale(useLocale())
  const [messages, setMessages] = useState<Awaited<ReturnType<typeof signInTexts>>>()
  useEffect(() => {
    signInTexts(locale).then(setMessages)
  }, [locale])
  return messages === undefined ? null : (
    <NextIntlClientProvider locale={locale} messages={messages}>
      <Again {...props} />
    </NextIntlClientProvider>
  )
}

function Again({ person, onDone }: Props) {
  const t = useTranslations('login')
  const common = useTranslations('common')
  const faultText = useCallFault()
  /** Why the way back into the system did not work; the person is signed in. */
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const enter = async () => {
    try {
      if (person.orgId !== '') await enterSystem(person.orgId, person.systemId)
    } catch (error) {
      // Where they worked is closed to them by now: what they typed has no place to go to.
      const isClosed = error instanceof CallError && (error.kind === 'ended' || error.code === 403)
      if (isClosed) return leaveSession('ended')
      return setFault(faultText(error))
    }
    toast.success(t('again.done'))
    window.dispatchEvent(new Event(sessionBack))
    onDone()
  }
  const retry = async () => {
    setBusy(true)
    await enter()
    setBusy(false)
  }
  return (
    <Dialog
      title={t('again.title')}
      closeLabel={t('again.leave')}
      onClose={() => leaveSession('ended')}
      width="narrow"
    >
      <div className="overflow-y-auto px-5 py-4">
        {fault === undefined ? (
          <>
            <p className="mb-3 text-md text-soft">{t('again.hint')}</p>
            <SignInForm captchaPath={captcha.path} username={person.username} onSignedIn={enter} />
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
