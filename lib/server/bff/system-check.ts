import 'server-only'
import { add, type SystemPlace, update } from '#contracts/allocation'
import type { FieldFault } from '#contracts/envelope'
import { consoleSystem } from '#contracts/permission'
import type { Messages } from '#lib/i18n/messages'
import { leavePlace } from '#lib/server/http/place'
import { exchange, type TransportError } from '#lib/server/http/transport'
import { isUntrusted } from '#lib/server/http/why-unreachable'
import { allowedOrigin, embeddable, ownPaths } from '#lib/server/micro/micro-apps'
import type { BrowserCall } from '#lib/server/session/browser-call'
import { menuRefusal, type Refusal, sessionRefusal } from './refusals'
import { platformPaths } from './system-calls'

/** Milliseconds that a system's server has to answer anything at all. */
const patience = 3_000

/** A field, and why what it says will not do: a key of the texts `allocation.faults`. */
interface PlaceFault {
  field: FieldFault['field'] & keyof SystemPlace
  key: keyof Messages['allocation']['faults']
}

/** Only who may register systems may have the console look whether one answers. */
export async function checkRefusal(call: BrowserCall): Promise<Refusal | undefined> {
  const refusal = sessionRefusal(call)
  if (refusal !== undefined) return refusal
  return menuRefusal(call, [...add.permissions, ...update.permissions])
}

/**
 * Why a system could not be a sub-application of this console. One that is switched off, or has no address, is to come
 * later, is an app for phones, or is none: only its code is looked at.
 */
export async function placeFault({
  code,
  type,
  hostName,
  port,
  enable,
}: SystemPlace): Promise<PlaceFault | undefined> {
  const isPath = (ownPaths.has(code) && code !== consoleSystem) || platformPaths.has(code)
  if (isPath) return { field: 'code', key: 'codeIsPath' }
  // An app for phones is loaded nowhere here.
  if (!hostName || code === consoleSystem || type === 1) return undefined
  if (!embeddable.test(code)) return { field: 'code', key: 'codeNoPath' }
  if (!enable) return undefined
  const origin = allowedOrigin(hostName, port)
  if (origin === undefined) return { field: 'hostName', key: 'notAllowed' }
  const key = await silenceOf(origin)
  return key === undefined ? undefined : { field: 'hostName', key }
}

/** Any answer is one: what it serves, its pages show. */
async function silenceOf(origin: URL): Promise<'unreachable' | 'untrusted' | 'timeout' | undefined> {
  const headers = { accept: 'text/html' }
  leavePlace()
  try {
    const { body } = await exchange({
      method: 'GET',
      origin,
      path: '/index.html',
      headers,
      timeout: patience,
    })
    body.destroy()
    return undefined
  } catch (error) {
    const { fault, cause } = error as Partial<TransportError>
    if (isUntrusted((cause as NodeJS.ErrnoException | undefined)?.code ?? '')) return 'untrusted'
    if (fault === 'nonsense' || fault === 'tooLarge') return undefined
    return fault === 'timeout' ? 'timeout' : 'unreachable'
  }
}
