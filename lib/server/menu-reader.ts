import 'server-only'
import { createHash } from 'node:crypto'
import { listConfig, type SystemRow } from '#contracts/allocation'
import type { Call, DataOf, Endpoint } from '#contracts/endpoint'
import { type MenuNode, mainMenu } from '#contracts/session'
import { type Answer, platform } from './platform'
import type { Caller } from './upstream-headers'

/**
 * What is asked for at every render, so that a change shows from the next one on. The data are kept, and the platform
 * answers 304 by its ETag while nothing has changed.
 */
const kept = new Map<string, { etag: string; data: unknown }>()
const keptMost = 400

async function readKept<E extends Endpoint>(
  endpoint: E,
  call: Call<E>,
  caller: Caller,
): Promise<Answer<DataOf<E>>> {
  const { orgId, systemId } = caller.session?.context ?? {}
  const context = [endpoint.path, caller.session?.token, orgId, systemId, caller.locale]
  const key = createHash('sha256').update(context.join('|')).digest('base64')
  const known = kept.get(key)
  const etag = known && { value: known.etag, notModified: known.data }
  const answer = await platform(endpoint, call, caller, { etag })
  kept.delete(key)
  if (answer.ok && answer.etag !== undefined) {
    kept.set(key, { etag: answer.etag, data: answer.data })
    const oldest = kept.keys().next().value
    if (kept.size > keptMost && oldest !== undefined) kept.delete(oldest)
  }
  return answer
}

/** The permission tree of a session in its system. */
export async function readMenu(caller: Caller): Promise<Answer<MenuNode[]>> {
  const { session } = caller
  // Specification section 4: a super administrator's menu is the built-in one, without a call.
  if (session === null || session.superIdentification) return { ok: true, data: [] }
  return readKept(mainMenu, {}, caller)
}

/** The registered, enabled systems: the sub-application listing (specification sections 7 and 9). */
export async function readSystems(caller: Caller): Promise<Answer<SystemRow[]>> {
  const answer = await readKept(listConfig, { query: { limit: 100 } }, caller)
  return answer.ok ? { ...answer, data: answer.data.filter((system) => system.enable) } : answer
}
