import * as z from 'zod/mini'
import { type CollectedResource, collectedResource } from '#contracts/assets'
import { type FlatResource, flatResources, foreignCodes } from '#contracts/collected'
import { limits } from '#contracts/limits'
import type { FileAnswer } from './file-answer'
import { yieldToMain } from './yield-to-main'

/** What a sub-application tells of its resources (docs/micro-applications.md): nothing in it is trusted. */

/** Why a system's resources could not be collected; the texts are `assets.faults`. */
export type CollectReason =
  | 'unreachable'
  /** A file that did not come: `answer` says what did. */
  | 'file'
  | 'notAllowed'
  | 'noManifest'
  /** It knows no collecting: it called its API instead. */
  | 'calls'
  | 'timeout'
  | 'script'
  | 'left'
  | 'silent'
  | 'notJson'
  | 'tooLarge'
  | 'version'
  | 'wrongSystem'
  | 'foreignCodes'
  | 'invalid'

export class CollectFault extends Error {
  readonly reason: CollectReason
  /** What the reason's text takes. */
  readonly params: Readonly<Record<string, string | number>>
  readonly answer: FileAnswer | undefined
  constructor(reason: CollectReason, params: CollectFault['params'] = {}, answer?: FileAnswer) {
    super(reason)
    this.reason = reason
    this.params = params
    this.answer = answer
  }
}

export interface Collected {
  code: string
  resources: CollectedResource[]
  flat: FlatResource[]
}

export const reportBytes = 2_000_000
const reportVersion = 1
/** Values of any kind in a report; a node has about ten. */
const mostValues = 20 * limits.resourceNodes
const deepest = 24
/** Milliseconds of work between two chances for the browser to draw. */
const slice = 20
const shortest = 80

const report = z.object({
  schema: z.literal('console-resources'),
  version: z.unknown(),
  system: z.object({ code: z.string() }),
  resources: z.array(z.unknown()),
})

/**
 * Reads a report of the system `code`, made in whichever realm, in slices.
 * @throws CollectFault
 */
export async function readReport(given: unknown, code: string): Promise<Collected> {
  const parsed = report.safeParse(copyOf(given))
  if (!parsed.success) throw invalid('', parsed.error)
  const { version, system, resources: entries } = parsed.data
  if (version !== reportVersion) {
    throw new CollectFault('version', { version: shown(version), known: reportVersion })
  }
  if (system.code !== code) throw new CollectFault('wrongSystem', { other: shown(system.code) })
  const resources: CollectedResource[] = []
  let since = performance.now()
  for (const [index, entry] of entries.entries()) {
    const resource = collectedResource.safeParse(entry)
    if (!resource.success) throw invalid(`resources.${index}`, resource.error)
    resources.push(resource.data)
    if (performance.now() - since > slice) {
      await yieldToMain()
      since = performance.now()
    }
  }
  const flat = flatResources(resources)
  if (flat.length > limits.resourceNodes) throw tooLarge()
  const [foreign, ...others] = foreignCodes(code, flat)
  if (foreign !== undefined) {
    throw new CollectFault('foreignCodes', { count: others.length + 1, example: shown(foreign) })
  }
  return { code, resources, flat }
}

/** @throws CollectFault when it is no JSON */
export function parseManifest(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CollectFault('notJson')
  }
}

/** What the network or a server did, unless it is a fault already. */
export function unreachable(error: unknown): CollectFault {
  return error instanceof CollectFault ? error : new CollectFault('unreachable', { detail: messageOf(error) })
}

export function tooLarge(): CollectFault {
  return new CollectFault('tooLarge', { nodes: limits.resourceNodes, megabytes: reportBytes / 1e6 })
}

/**
 * A copy by value, since an object of a sub-application's realm would keep that realm in memory. It ends at once where
 * the report is too large, which is why it is no `JSON.stringify`.
 */
function copyOf(given: unknown): unknown {
  let values = 0
  let characters = 0
  const copy = (value: unknown, depth: number): unknown => {
    values += 1
    if (values > mostValues || depth > deepest) throw tooLarge()
    if (typeof value === 'string') {
      characters += value.length
      if (characters > reportBytes) throw tooLarge()
      return value
    }
    if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
    if (typeof value !== 'object') return undefined
    if (Array.isArray(value)) return Array.from(value, (entry) => copy(entry, depth + 1))
    return Object.fromEntries(
      Object.keys(value).map((key) => [key, copy(Reflect.get(value, key), depth + 1)]),
    )
  }
  try {
    return copy(given, 0)
  } catch (error) {
    // A getter or a proxy of the sub-application's.
    throw error instanceof CollectFault ? error : new CollectFault('script', { message: messageOf(error) })
  }
}

function invalid(at: string, error: z.core.$ZodError): CollectFault {
  const [issue] = error.issues
  const place = [...(at === '' ? [] : [at]), ...(issue?.path ?? [])].join('.')
  return new CollectFault('invalid', { place: place || '/', problem: issue?.message ?? 'invalid' })
}

/** A foreign value, short enough to stand in a message. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
  return text.length > shortest ? `${text.slice(0, shortest)}…` : text
}

/** What was thrown in a sub-application; it may be no error, or one that throws when it is read. */
export function messageOf(error: unknown): string {
  try {
    const message = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : error
    return shown(typeof message === 'string' ? message : String(message))
  } catch {
    return ''
  }
}
