import http from 'node:http'
import https from 'node:https'
import { second } from '#platform/kernel/clock'
import { causeOf, type Log } from '#platform/kernel/log'
import { lookup } from '#platform/kernel/lookup'
import type { Locale } from '#platform/kernel/messages'

const patience = 5 * second

interface SmsCode {
  phone: string
  code: string
  locale: Locale
}

/** `refused`: certainly not sent. `unknown`: no answer came in time, so that it may have been. */
type Delivery = 'sent' | 'refused' | 'unknown'
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
    const signal = AbortSignal.timeout(patience)
    try {
      const status = await post(new URL(webhook), JSON.stringify(message), signal)
      if (status >= 200 && status < 300) return 'sent'
      log.warn('sms code not sent', { status })
      return 'refused'
    } catch (error) {
      log.warn('sms code not sent', causeOf(error))
      return signal.aborted ? 'unknown' : 'refused'
    }
  }
}

/** Gives the status. Not by `fetch`: a gateway whose name hangs in DNS would keep the database's from being found. */
function post(address: URL, body: string, signal: AbortSignal): Promise<number> {
  const { request } = address.protocol === 'https:' ? https : http
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  return new Promise((resolve, reject) => {
    const asked = request(address, { method: 'POST', headers, lookup, signal }, (answer) => {
      resolve(answer.statusCode ?? 0)
      answer.destroy()
    })
    asked.on('error', reject)
    // What changes the protocol (101) ends without an error.
    asked.on('close', () => reject(new Error('no answer of HTTP')))
    asked.end(body)
  })
}
