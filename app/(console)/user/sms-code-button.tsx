'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button'
import { sendSmsCode } from '#contracts/user'
import { api } from '#lib/api'
import { CallError } from '#lib/request'
import { useResend } from './use-resend'

/** Asks for a code; then counts down to the next. `phone` is there once it is valid. */
export function SmsCodeButton({ phone }: { phone: string | undefined }) {
  const t = useTranslations('user')
  const [seconds, begin] = useResend()
  const [asking, setAsking] = useState(false)

  const ask = async () => {
    if (phone === undefined) return
    setAsking(true)
    try {
      await api(sendSmsCode, { query: { phone } })
      begin()
    } catch (error) {
      // A failed request is silent (specification section 8): the button can be pressed again.
      if (!(error instanceof CallError)) throw error
    } finally {
      setAsking(false)
    }
  }
  const reason = phone === undefined ? t('phoneFirst') : undefined
  return (
    <div className="pt-5.5">
      <Button
        onClick={ask}
        busy={asking}
        disabled={phone === undefined || seconds > 0}
        title={seconds > 0 ? undefined : reason}
        className="tabular min-w-[112px]"
      >
        {seconds > 0 ? t('resendIn', { seconds }) : t('getCode')}
      </Button>
      <span role="status" className="sr-only">
        {seconds > 0 && t('codeSent')}
      </span>
    </div>
  )
}
