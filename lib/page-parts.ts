import { contextHeader } from './page-context'
import { basePath } from './request'
import { readOnceMore } from './retry-after'
import { isAskedInPlace, sessionBack, sessionEnded } from './session-end'
import { statedContext } from './tab-context'

let isWatched = false

/**
 * The framework asks for parts of pages by itself. They state the tab's place too: where the session has moved on, the guard
 * answers no part of a page but has the browser load it whole, so that header, menu and rows belong together.
 */
export function watchParts(): void {
  if (isWatched) return
  isWatched = true
  const plain = window.fetch
  window.fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    const context = statedContext()
    if (!headers.has('rsc') || context === undefined) return plain(input, init)
    headers.set(contextHeader, context)
    return part(() => plain(input, { ...init, headers }))
  }
}

/** Where it leads to signing in, a page that holds somebody's work asks in place, and what was asked for comes afterwards (EDGE-3). */
async function part(ask: () => Promise<Response>): Promise<Response> {
  const answer = await readOnceMore(() => online(ask))
  if (!isAskedInPlace() || !(await leadsToSignIn(answer))) return answer
  const isBack = new Promise((done) => window.addEventListener(sessionBack, done, { once: true }))
  sessionEnded()
  await isBack
  return part(ask)
}

/**
 * What is asked for without a connection, or loses it, waits for it: the framework would have the browser load a page that
 * cannot come, in place of this one.
 */
async function online(ask: () => Promise<Response>): Promise<Response> {
  let isCut = !navigator.onLine
  const cut = () => {
    isCut = true
  }
  window.addEventListener('offline', cut)
  try {
    return await ask()
  } catch (error) {
    if (!isCut) throw error
    // It may be back before its loss is told.
    if (!navigator.onLine)
      await new Promise((done) => window.addEventListener('online', done, { once: true }))
    return await online(ask)
  } finally {
    window.removeEventListener('offline', cut)
  }
}

/** By the guard's word, or by that of the page, which the framework sends as a part of it. */
async function leadsToSignIn(answer: Response): Promise<boolean> {
  if (new URL(answer.url).pathname === `${basePath}/login`) return true
  return /:E\{"digest":"NEXT_REDIRECT;\w+;\/login[?;]/.test(await answer.clone().text())
}
