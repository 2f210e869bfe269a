import type { Context } from 'hono'
import { codes, type Envelope, type FieldFault } from '#contracts/envelope'
import {
  isMessageKey,
  type Locale,
  type MessageParams,
  messageText,
  validationText,
} from '#platform/kernel/messages'
import type { FieldRefusal, Refusal } from '#platform/kernel/refusal'

/** The locale header is `en-US` or `zh-cn` (specification section 7); anything else reads as Chinese, the default. */
export function localeOf(header: string | undefined): Locale {
  return header?.toLowerCase().startsWith('en') ? 'en' : 'zh-cn'
}

export function envelope<Data>(code: number, msg: string, data: Data): Envelope<Data> {
  return { code, msg, data }
}

export function refusalAnswer(c: Context, locale: Locale, refusal: Refusal): Response {
  const data =
    refusal.fields?.map((entry) => faultOf(locale, entry, refusal.params)) ?? refusal.detail ?? null
  return c.json(
    envelope(refusal.code, messageText(locale, refusal.key, refusal.params), data),
    refusal.status,
  )
}

export function unknownCallAnswer(c: Context): Response {
  const locale = localeOf(c.req.header('locale'))
  return c.json(envelope(codes.notFound, messageText(locale, 'unknownCall'), null), 404)
}

export function wrongMethodAnswer(c: Context, allowed: string): Response {
  const locale = localeOf(c.req.header('locale'))
  c.header('allow', allowed)
  return c.json(envelope(405, messageText(locale, 'wrongMethod'), null), 405)
}

function faultOf(locale: Locale, { field, message }: FieldRefusal, params: MessageParams): FieldFault {
  const own = isMessageKey(message) ? message : 'badInput'
  return { field, message: validationText(locale, message) ?? messageText(locale, own, params) }
}
