import 'server-only'
import type { Locale } from '#lib/i18n/locale'
import en from '#messages/en/errors'
import zh from '#messages/zh-cn/errors'

const texts: Record<Locale, typeof en> = { en, 'zh-cn': zh }

/** The sentence for whoever gets nothing now, because of all of them or of themselves alone. */
export function busyText(locale: Locale, reason: 'overloaded' | 'tooMany'): string {
  return texts[locale][reason]
}

export const busyHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'",
  'content-type': 'text/html; charset=utf-8',
  /** Seconds. */
  'retry-after': '1',
} as const

/** A page that asks nothing of anybody: it names what is going on, and the address is asked for again by a press. */
export function busyPage(locale: Locale, reason: 'overloaded' | 'tooMany'): string {
  const { overloadedTitle: title, overloadedRetry: retry } = texts[locale]
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>:root{color-scheme:light dark}body{font:14px/1.6 system-ui,sans-serif;margin:20vh auto;max-width:28rem;padding:0 1rem;text-align:center}</style>
<h1>${title}</h1><p>${busyText(locale, reason)}</p><p><a href="">${retry}</a></p></html>`
}
