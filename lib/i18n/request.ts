import { cookies } from 'next/headers'
import { getRequestConfig } from 'next-intl/server'
import { asLocale, localeKey } from './locale'
import { loadMessages } from './messages'
import { asTimeZone, timeZoneCookie } from './time-zone'

export default getRequestConfig(async () => {
  const kept = await cookies()
  const locale = asLocale(kept.get(localeKey)?.value)
  return {
    locale,
    messages: await loadMessages(locale),
    // Server and browser say alike how long ago something was.
    now: new Date(),
    timeZone: asTimeZone(kept.get(timeZoneCookie)?.value),
  }
})
