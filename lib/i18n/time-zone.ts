export const timeZoneCookie = 'tz'
const defaultTimeZone = 'Asia/Shanghai'

const knownTimeZones = new Set([defaultTimeZone])
/** There are about 600; their letters may be written in any case. */
const mostKnown = 1000

/** Any value, hostile ones included, becomes a time zone that dates can be shown in. */
export function asTimeZone(value: string | undefined): string {
  if (value === undefined || value.length > 64) return defaultTimeZone
  if (knownTimeZones.has(value)) return value
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    if (knownTimeZones.size < mostKnown) knownTimeZones.add(value)
    return value
  } catch {
    return defaultTimeZone
  }
}
