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
  const isCounting = seconds > 0
  const reason = phone === undefined ? t('phoneFirst') : undefined
  return (
    <div className="pt-5.5">
      <Button
        onClick={isCounting ? undefined : ask}
        busy={asking}
        // Off but reached: it tells why by itself, or how long still.
        aria-disabled={isCounting || reason !== undefined || undefined}
        title={isCounting ? undefined : reason}
        className="tabular min-w-[112px]"
      >
        {isCounting ? t('resendIn', { seconds }) : t('getCode')}
      </Button>
      <span role="status" className="sr-only">
        {isCounting && t('codeSent')}
      </span>
    </div>
  )
}
