import 'server-only'
import { limits } from '#contracts/limits'
import { failed, type Result, succeeded } from '#lib/result'
import { isPlainPath, microAppOfCall, readReachableApps } from '#lib/server/micro/micro-apps'
import type { BrowserCall } from '#lib/server/session/browser-call'
import { failureRefusal, type Refusal, sessionRefusal } from './refusals'
import { passedBack, passedOn, type Target } from './target'

/** The platform's own paths begin with these (specification section 7). */
export const platformPaths: ReadonlySet<string> = new Set(['sys', 'auth', 'authorization', 'session'])
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const bodyTypes = /^(?:application\/json|application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i
const shownTypes = /^(?:application\/json|image\/(?:png|jpeg|gif|webp|bmp)|text\/plain)\s*(?:;|$)/i
const savedTypes =
  /^(?:text\/csv|application\/(?:pdf|zip|octet-stream|vnd\.(?:ms-excel|openxmlformats-officedocument\.[a-z.]+)))\s*(?:;|$)/i

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
  if (!apps.ok && apps.failure.kind !== 'refused') return failed(failureRefusal(apps.failure))
  const app = apps.ok ? microAppOfCall(apps.data, path) : undefined
  if (app === undefined) return succeeded(undefined)
  const { method } = call.request
  if (!methods.includes(method)) {
    return failed({ status: 405, key: 'unknownCall', headers: { allow: methods.join(', ') } })
  }
  if (app.origin === undefined || !isPlainPath(path)) return failed({ status: 404, key: 'unknownCall' })
  return succeeded({
    name: `${method} of the system ${app.code}`,
    origin: app.origin,
    path,
    access: 'session',
    passedOn,
    bodyTypes,
    largestBody: limits.uploadBytes,
    accepts: (type, _status, isEmpty) => isEmpty || shownTypes.test(type) || savedTypes.test(type),
    passedBack: [...passedBack, 'content-disposition'],
    describe: (headers) => {
      const isSaved = /^attachment/i.test(headers.get('content-disposition') ?? '')
      const isFile = savedTypes.test(headers.get('content-type') ?? '')
      if (isFile && !isSaved) headers.set('content-disposition', 'attachment')
    },
  })
}
