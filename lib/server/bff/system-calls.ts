import 'server-only'
import { limits } from '#contracts/limits'
import { csrfHeader } from '#lib/csrf-header'
import { typeHeader } from '#lib/file-answer'
import { failed, type Result, succeeded } from '#lib/result'
import { isDenied, isPasswordDue } from '#lib/server/http/platform'
import { isPlainPath, microAppOfCall, readReachableApps } from '#lib/server/micro/micro-apps'
import type { BrowserCall } from '#lib/server/session/browser-call'
import { streamTypes } from '#lib/stream-types'
import { holdOpen } from './open-streams'
import { pageHeaders } from './page-headers'
import { failureRefusal, type Refusal, sessionRefusal, tooMany } from './refusals'
import { passedBack, passedOn, type Target } from './target'

/** Below `/api` the platform's own paths begin with these (specification section 7), and the console's. */
export const platformPaths: ReadonlySet<string> = new Set([
  ...['sys', 'auth', 'authorization'],
  ...['session', 'doctor', 'csp-report'],
])
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Without its condition a write would go over what somebody else has changed meanwhile. */
const conditions = ['if-match', 'if-unmodified-since', 'if-modified-since']
/** What browsers show by itself, and do not run. */
const shownTypes =
  /^(?:application\/(?:[a-z0-9.-]+\+)?json|image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)|text\/(?:plain|vtt)|(?:audio|video|font)\/[a-z0-9.+-]+)\s*(?:;|$)/i
const fileTypes = /^(?:application|image|text|model)\/[a-z0-9.+-]+\s*(?:;|$)/i
/** Of these, what pages are made of: markup, styles, scripts. */
const pageTypes = /[/+](?:html|xml|css)\s*(?:;|$)|(?:java|ecma|j|live)script/i
/** A form, or a file that is none of these: that a page of ours sends it, the mark says. */
const bodyTypes = {
  test: (type: string) =>
    /^(?:multipart\/form-data|(?:application|audio|font|image|model|text|video)\/[a-z0-9.+-]+)\s*(?:;|$)/i.test(
      type,
    ) && !pageTypes.test(type),
}
/** Any other file is saved: a browser never makes a page of it. */
const isSavedType = (type: string) =>
  fileTypes.test(type) && ![shownTypes, streamTypes, pageTypes].some((types) => types.test(type))
/**
 * What a page reads of its API's answers: where what was made stands, how many there are, what went wrong, a token of the system's own
 * that goes on. Of other names nobody knows which proxy goes by them.
 */
const toldPage =
  /^(?:link|location|retry-after|authorization|(?:upload|tus)-[a-z-]+|grpc-(?:status|message)|x-(?:total|count|page|pagination|per-page|next|prev|rate-?limit)(?:-[a-z0-9-]+)?|x-(?:[a-z0-9]+-)*(?:total|count|pages?|token|alert|error|params|message))$/
/** Of links those among pages of a list: by others browsers load. */
const otherPage = /^\s*<[^<>]*>\s*;\s*rel="?(?:first|prev|previous|next|last|self)"?\s*$/i
/** To a script this is a text: engine.io calls its `ok` a page, and what maps can do comes as XML. */
const isPageType = (type: string) => fileTypes.test(type) && pageTypes.test(type) && !shownTypes.test(type)
const isSaved = (disposition: string | null | undefined) => /^attachment/i.test(disposition ?? '')
export const report = /^application\/pdf\s*(?:;|$)/i

/**
 * A call of a registered system's own API (`/{code}/…`, `/{code}-admin/…`): passed on with the person's authority, which
 * its page never holds (MICRO-3); only what a browser does not run comes back. Nothing where the path is of no system that
 * the person reaches. A system that says that the session is over says so to its own page: the console asks the platform.
 */
export async function systemTarget(
  call: BrowserCall,
  path: string,
): Promise<Result<Target | undefined, Refusal>> {
  const prefix = /^\/([A-Za-z0-9][A-Za-z0-9_-]{0,35})\//.exec(path)?.[1]
  if (prefix === undefined || platformPaths.has(prefix)) return succeeded(undefined)
  const refusal = sessionRefusal(call)
  if (refusal !== undefined) return failed(refusal)
  const apps = await readReachableApps(call)
  // Whose call it is cannot be told while the platform does not answer.
  if (!apps.ok && (!isDenied(apps.failure) || isPasswordDue(apps.failure)))
    return failed(failureRefusal(apps.failure))
  const app = apps.ok ? microAppOfCall(apps.data, path) : undefined
  if (app === undefined) return succeeded(undefined)
  const { method } = call.request
  if (!methods.includes(method)) {
    return failed({ status: 405, key: 'unknownCall', headers: { allow: methods.join(', ') } })
  }
  // What the platform refuses to whoever sees the console as somebody else, a system may not know to.
  if (call.session?.parent !== undefined && !['GET', 'HEAD'].includes(method)) {
    return failed({ status: 403, key: 'viewOnly' })
  }
  const { origin } = app
  if (origin === undefined || !isPlainPath(path)) return failed({ status: 404, key: 'unknownCall' })
  const token = call.session?.token
  /** By a script, which no browser shows as a page; where browsers do not say so (plain HTTP), the mark does. */
  const isRead =
    (call.headers.get('sec-fetch-dest') ?? (call.headers.has(csrfHeader.name) ? 'empty' : '')) === 'empty'
  /** Never the person's token, which a server may send back, nor where systems stand. */
  const tell = (headers: Headers, name: string, value: string) => {
    if (token === undefined || !value.includes(token)) headers.set(name, value.replaceAll(origin.origin, ''))
  }
  return succeeded({
    name: `${method} of the system ${app.code}`,
    origin,
    path,
    access: 'session',
    passedOn: [...passedOn, ...conditions, 'accept', 'last-event-id'],
    told: pageHeaders(call.headers),
    bodyTypes,
    largestBody: limits.uploadBytes,
    streams: streamTypes,
    accepts: (type, { headers }, isEmpty) =>
      isEmpty ||
      (isPageType(type) && (isRead || isSaved(headers['content-disposition']))) ||
      shownTypes.test(type) ||
      streamTypes.test(type) ||
      isSavedType(type),
    passedBack: [...passedBack, 'content-disposition'],
    describe: (headers, given) => {
      describe(headers, call.headers.get('sec-fetch-dest') === 'document')
      for (const [name, value] of Object.entries(given)) {
        if (typeof value !== 'string' || !toldPage.test(name)) continue
        if (name !== 'link' || value.split(/,(?=\s*<)/).every((one) => otherPage.test(one)))
          tell(headers, name, value)
      }
    },
    inspect: async ({ headers, body }) => {
      if (!streamTypes.test(headers['content-type'] ?? '')) return succeeded(body)
      const release = holdOpen(call, path, () => body.destroy())
      if (release !== undefined) {
        body.once('close', release)
        return succeeded(body)
      }
      body.destroy()
      return failed(tooMany)
    },
  })
}

/** @param isWindow it was opened in a window of its own */
function describe(headers: Headers, isWindow: boolean): void {
  const given = headers.get('content-type') ?? ''
  const type = isPageType(given) ? given.replace(/^[^;]*/, 'text/plain') : given
  if (type !== '') headers.set('content-type', type)
  if (type !== given) headers.set(typeHeader, given)
  const saved = isSaved(headers.get('content-disposition'))
  if (report.test(type) && isWindow && !saved) {
    // Browsers show nothing in their reader of PDF under `sandbox`; its scripts do not reach the console's origin.
    headers.set('content-security-policy', reportPolicy)
  } else if (isSavedType(type) && !saved) headers.set('content-disposition', 'attachment')
  if (!streamTypes.test(type)) return
  // Nothing on the way gathers or packs what is meant to arrive at once.
  headers.set('cache-control', 'private, no-store, no-transform')
  headers.set('x-accel-buffering', 'no')
}

export const reportPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'"
