import { durations } from '#contracts/limits'
import { answerHeader, answerOf } from '#lib/file-answer'
import type { Locale } from '#lib/i18n/locale'
import { basePath } from '#lib/request'
import {
  type Collected,
  CollectFault,
  parseManifest,
  readReport,
  reportBytes,
  tooLarge,
  unreachable,
} from '#lib/resource-report'
import { askSession } from './ask-session'
import { loadUnseen } from './collect-unseen'

/** Milliseconds that the manifest has, of the 10 s of a system. */
const manifestPatience = 3_000
const manifestPath = '/.well-known/console-resources.json'

/**
 * Collects the resources of one system: from its manifest, where it has one, else by really loading it, unseen
 * (specification section 4), which runs its code as the person: only where they said so (`mayLoad`). Within 10 s;
 * `signal` ends it at once.
 * @throws CollectFault, or the signal's reason
 */
export async function collect(
  code: string,
  { locale, signal, mayLoad }: { locale: Locale; signal: AbortSignal; mayLoad: boolean },
): Promise<Collected> {
  const timer = AbortSignal.timeout(durations.request)
  const stop = AbortSignal.any([signal, timer])
  try {
    const listed = await readManifest(code, stop)
    if (listed === undefined && !mayLoad) throw new CollectFault('noManifest')
    return listed ?? (await loadUnseen(code, locale, stop))
  } catch (error) {
    signal.throwIfAborted()
    throw timer.aborted ? new CollectFault('timeout') : unreachable(error)
  }
}

/** Nothing where there is no manifest, or none in time: the system itself may still tell, if it is there. */
async function readManifest(code: string, stop: AbortSignal): Promise<Collected | undefined> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(manifestPatience)])
  let text: string
  try {
    const address = `${basePath}/micro/${code}${manifestPath}`
    const response = await fetch(address, { signal, cache: 'no-cache' })
    if (response.status === 401) void askSession()
    // Many servers answer any address with their start page.
    const isPage = response.headers.get('content-type')?.includes('html') ?? false
    if (!response.ok || isPage) {
      await response.body?.cancel()
      const fault = faultOf(response)
      if (fault !== undefined) throw fault
      return undefined
    }
    text = await readLimited(response)
  } catch (error) {
    stop.throwIfAborted()
    if (error instanceof CollectFault) throw error
    return undefined
  }
  return readReport(parseManifest(text), code)
}

/** What says that there is no system to load either. */
function faultOf(response: Response): CollectFault | undefined {
  const answer = answerOf(response)
  // Only the console itself says no more than that.
  if (response.status === 404 && !response.headers.has(answerHeader)) return new CollectFault('notAllowed')
  const isAway = answer.fault === 'unreachable' || response.status === 401
  return isAway ? new CollectFault('file', { path: manifestPath }, answer) : undefined
}

async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.byteLength
    if (size > reportBytes) {
      await reader?.cancel()
      throw tooLarge()
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}
