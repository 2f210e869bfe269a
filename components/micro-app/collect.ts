import { durations } from '#contracts/limits'
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

/**
 * Collects the resources of one system: from its manifest, where it has one, else by really loading it, unseen
 * (specification section 4). Within 10 s; `signal` ends it at once.
 * @throws CollectFault, or the signal's reason
 */
export async function collect(code: string, locale: Locale, signal: AbortSignal): Promise<Collected> {
  const timer = AbortSignal.timeout(durations.request)
  const stop = AbortSignal.any([signal, timer])
  try {
    return (await readManifest(code, stop)) ?? (await loadUnseen(code, locale, stop))
  } catch (error) {
    signal.throwIfAborted()
    throw timer.aborted ? new CollectFault('timeout') : unreachable(error)
  }
}

/** Nothing where there is no manifest, or none in time: the system itself may still tell. */
async function readManifest(code: string, stop: AbortSignal): Promise<Collected | undefined> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(manifestPatience)])
  let text: string
  try {
    const address = `${basePath}/micro/${code}/.well-known/console-resources.json`
    const response = await fetch(address, { signal, cache: 'no-cache' })
    if (response.status === 401) void askSession()
    // Many servers answer any address with their start page.
    const isPage = response.headers.get('content-type')?.includes('html') ?? false
    if (!response.ok || isPage) {
      await response.body?.cancel()
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
