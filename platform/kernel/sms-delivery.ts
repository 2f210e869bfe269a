import { second } from '#platform/kernel/clock'
import { causeOf, type Log } from '#platform/kernel/log'
import type { Locale } from '#platform/kernel/messages'

const patience = 5 * second

export interface SmsCode {
  phone: string
  code: string
  locale: Locale
}

/** `refused`: certainly not sent. `unknown`: no answer came in time, so that it may have been. */
export type Delivery = 'sent' | 'refused' | 'unknown'
/** Sends a code to the phone of an account. */
export type Deliver = (message: SmsCode, account: string) => Promise<Delivery>

/** Codes go to the gateway at `webhook`; where there is none, into the log, for whoever runs the platform. */
export function smsDelivery(webhook: string | undefined, log: Log): Deliver {
  if (webhook === undefined) {
    return async ({ code }, account) => {
      log.always('sms code', { account, code })
      return 'sent'
    }
  }
  return async (message) => {
    try {
      const answer = await fetch(webhook, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(message),
        redirect: 'manual',
        signal: AbortSignal.timeout(patience),
      })
      await answer.body?.cancel()
      if (answer.ok) return 'sent'
      log.warn('sms code not sent', { status: answer.status })
      return 'refused'
    } catch (error) {
      // Why `fetch` failed stands in its error's cause.
      log.warn('sms code not sent', causeOf(error instanceof Error ? (error.cause ?? error) : error))
      return error instanceof DOMException && error.name === 'TimeoutError' ? 'unknown' : 'refused'
    }
  }
}
