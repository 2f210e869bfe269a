import { asLocale, type Locale, localeKey } from './i18n/locale'
import { timeZoneCookie } from './i18n/time-zone'
import { type SplitSize, splitCookie, splitText } from './split-size'

/**
 * What the browser keeps (specification sections 1 and 9): the language, and hints for display. Nothing here is
 * believed by any server, and the token is never among it.
 */
export const storageKeys = {
  language: localeKey,
  business: 'business',
  setting: 'setting',
  systemCode: 'systemCode',
  superIdentification: 'superIdentification',
  signedOutAt: 'signedOutAt',
  endedAt: 'endedAt',
  signedInAt: 'signedInAt',
  passwordAt: 'passwordAt',
  enteredAt: 'enteredAt',
  recent: 'recent',
  kept: 'kept',
} as const

const year = 365 * 24 * 3600

/** Storage may be closed (private windows, policies); the console works without it. */
function storage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

export function remember(key: keyof typeof storageKeys, value: string): void {
  try {
    storage()?.setItem(storageKeys[key], value)
  } catch {
    // Full or forbidden: only a hint is lost.
  }
}

export function recall(key: keyof typeof storageKeys): string | null {
  return storage()?.getItem(storageKeys[key]) ?? null
}

const triedKey = 'languageTried'
/** Whether to load the page anew in this language: once a tab, since the cookie may be one that no page can change. */
export function triesLanguage(locale: Locale): boolean {
  if (window.sessionStorage.getItem(triedKey) === locale) return false
  window.sessionStorage.setItem(triedKey, locale)
  return true
}

/**
 * Clears session and local storage and the menu's state, all but the language (specification section 4, login and logout).
 * @param isEnd a session ends or begins: what sub-applications keep in cookies goes, too, and with it whatever else the host keeps
 */
export function clearBrowserState(isEnd = true): void {
  const language = recall('language')
  storage()?.clear()
  if (language !== null) remember('language', language)
  try {
    const tried = window.sessionStorage.getItem(triedKey)
    window.sessionStorage.clear()
    if (tried !== null) window.sessionStorage.setItem(triedKey, tried)
  } catch {
    // Closed, and so empty.
  }
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=')
    if (isOfPerson(name, isEnd)) for (const path of pathsHere()) setCookie(name, '', 0, path)
  }
  if (isWholeHost) clearDatabases().catch(() => {})
}

/** Below a path of a host that others use too, what is not the console's is left alone. */
const isWholeHost = (process.env.NEXT_PUBLIC_BASE_PATH ?? '') === ''

function isOfPerson(name: string, isEnd: boolean): boolean {
  return isEnd && isWholeHost
    ? !keptCookies.has(name)
    : /^(?:sidebar|scheme|density|(?:split|look)-.*)$/.test(name)
}

/** The guard's word that it has just ended a session, on the way to the login page. */
export const signedOutCookie = 'signed_out'

/** Of this browser: language, clocks, and whether keys act alone. Of the server: where one is, and what it tells once. */
const keptCookies: ReadonlySet<string> = new Set([
  ...[localeKey, timeZoneCookie, 'keys'],
  ...['systemId', 'orgId', 'orgCode', signedOutCookie],
])

/** Those whose cookies show here: a page of a system is below its prefix. */
function pathsHere(): string[] {
  const segments = window.location.pathname.split('/').slice(1)
  const folders = segments.map((_, at) => `/${segments.slice(0, at + 1).join('/')}`)
  return ['/', ...folders.flatMap((folder) => [folder, `${folder}/`])]
}

/** What sub-applications keep; what is still open goes when it is closed, and the login page asks again. */
async function clearDatabases(): Promise<void> {
  const { indexedDB, caches } = window
  const [databases = [], files = []] = await Promise.all([indexedDB?.databases?.(), caches?.keys()])
  for (const { name } of databases) if (name !== undefined) indexedDB.deleteDatabase(name)
  await Promise.all(files.map((name) => caches.delete(name)))
}

/**
 * A hint for the server's next page; `Secure` where the page is. Without `maxAge` (seconds) it ends with the browser. Gives all
 * there are: browsers write beside the page, and a page that is asked for at once has only what was read back.
 */
function setCookie(name: string, value: string, maxAge?: number, path = '/'): string {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP.
  document.cookie = `${name}=${value}; Path=${path}${age}; SameSite=Lax${secure}`
  return document.cookie
}

/** Other tabs of the console hear of it by the storage event; nothing of it stays. */
export function tellOtherTabs(
  what: 'signedOutAt' | 'endedAt' | 'signedInAt' | 'passwordAt' | 'enteredAt',
  more = String(Date.now()),
): void {
  remember(what, more)
  storage()?.removeItem(storageKeys[what])
}

/** Whether it said so; once. */
export function takeSignedOut(): boolean {
  const isSaid = document.cookie.split('; ').includes(`${signedOutCookie}=1`)
  if (isSaid) setCookie(signedOutCookie, '', 0)
  return isSaid
}

/** Keeps the choice in local storage and in the cookie that the server reads, then reloads in it (section 1). */
export function chooseLanguage(locale: Locale): void {
  remember('language', locale)
  setLanguageCookie(locale)
  window.location.reload()
}

export function setLanguageCookie(locale: Locale): void {
  setCookie(localeKey, locale, year)
}

/** The kept language where it differs from the shown one; nothing where there is none. */
export function keptLanguage(shown: Locale): Locale | undefined {
  const kept = recall('language')
  const locale = asLocale(kept)
  return kept === locale && locale !== shown ? locale : undefined
}

export function setSidebarCookie(open: boolean): void {
  setCookie('sidebar', open ? '1' : '0')
}

/** How the server draws the next page; without a value it is forgotten. */
export function setHintCookie(name: 'scheme' | 'density', value: string | undefined): void {
  setCookie(name, value ?? '', value === undefined ? 0 : year)
}

/** How a list looks, where the platform does not keep it, as far as a cookie's room goes. */
export const lookCookie = (list: string) => `look-${list}`
const longestLook = 400
export function setLookCookie(list: string, text: string | undefined): void {
  const value = text === undefined ? '' : encodeURIComponent(text)
  if (value.length <= longestLook) setCookie(lookCookie(list), value, value === '' ? 0 : year)
}

export function keptLookHere(list: string): string | undefined {
  const [, value] =
    document.cookie
      .split('; ')
      .find((one) => one.startsWith(`${lookCookie(list)}=`))
      ?.split('=') ?? []
  return value && decodeURIComponent(value)
}

const keysCookie = 'keys=off'

/** Keys that act alone disturb whoever speaks to the machine: this browser remembers that, also without a session. */
export function setKeysOff(off: boolean): void {
  setCookie('keys', off ? 'off' : '', off ? year : 0)
}

export function keysAreOff(): boolean {
  return document.cookie.split('; ').includes(keysCookie)
}

/** A cookie, so that the server draws a split view in its size (no jump). */
export function setSplitCookie(name: string, split: SplitSize): void {
  setCookie(splitCookie(name), splitText(split), year)
}

/** Milliseconds. */
const idleAtLatest = 2000

/**
 * The server shows times on the clocks of this machine. Told when the browser has time: one that has no `Temporal` has to
 * load all it knows of dates for it.
 * @param known called where the server knew of a zone, this one or another
 */
export function setTimeZoneCookie(known?: (zone: string) => void): void {
  const isKnown = document.cookie.split('; ').some((pair) => pair.startsWith(`${timeZoneCookie}=`))
  const tell = () => {
    const zone = window.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
    setCookie(timeZoneCookie, zone, year)
    if (isKnown) known?.(zone)
  }
  if ('requestIdleCallback' in window) window.requestIdleCallback(tell, { timeout: idleAtLatest })
  else setTimeout(tell)
}
