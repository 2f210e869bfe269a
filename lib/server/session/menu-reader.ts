import 'server-only'
import { createHash } from 'node:crypto'
import { listConfig, type SubApplication } from '#contracts/allocation'
import { addressOf, type Call, type DataOf, type Endpoint } from '#contracts/endpoint'
import { type Grant, grantOf } from '#contracts/permission'
import { type MenuNode, mainMenu } from '#contracts/session'
import { buttonCodes } from '#lib/console-pages'
import { readListing } from '#lib/read-listing'
import { succeeded } from '#lib/result'
import { askOnce } from '#lib/server/http/answer-cache'
import { type Answer, platform } from '#lib/server/http/platform'
import type { Caller } from '#lib/server/http/upstream-headers'
import type { Session } from './session'

/**
 * What is asked for at every render, so that a change shows from the next one on: the platform answers 304 by its ETag
 * while nothing has changed. Only who names a `maxAge` (milliseconds) takes what was just answered, unasked.
 */
function readKept<E extends Endpoint>(
  endpoint: E,
  call: Call<E>,
  caller: Caller,
  maxAge: number,
): Promise<Answer<DataOf<E>>> {
  const { token = '', context } = caller.session ?? {}
  const asked = [addressOf(endpoint, call), token, context?.orgId, context?.systemId, caller.locale]
  const key = createHash('sha256').update(asked.join('|')).digest('base64')
  return askOnce(key, token, maxAge, (known) => platform(endpoint, call, caller, { known }))
}

/** The permission tree of a session in its system. */
export async function readMenu(caller: Caller, maxAge = 0): Promise<Answer<MenuNode[]>> {
  const { session } = caller
  // Specification section 4: a super administrator's menu is the built-in one, without a call.
  if (session === null || session.superIdentification) return succeeded([])
  return readKept(mainMenu, {}, caller, maxAge)
}

/** What a person may do by their menu. */
export function grantIn(menu: readonly MenuNode[], session: Session | null): Grant {
  return grantOf(session?.superIdentification === true, buttonCodes(menu))
}

/** Which registered systems are asked for: all, or those of the standalone pages. */
export interface SystemsQuery {
  standalone?: boolean
  maxAge?: number
}

/** Of the listing, far more than anybody registers. */
const most = { rows: 2000, pages: 100 } as const

/** The registered systems: the sub-application listing (specification sections 7 and 9), page by page. */
export function readSystems(
  caller: Caller,
  { standalone = false, maxAge = 0 }: SystemsQuery = {},
): Promise<Answer<SubApplication[]>> {
  return readListing(async (page, limit) => {
    const query = { ...(page > 1 && { page }), limit, ...(standalone && { standalone }) }
    const answer = await readKept(listConfig, { query }, caller, maxAge)
    if (answer.ok) return succeeded({ rows: answer.data, meta: answer.meta })
    // The specification's listing has no pages: a platform may refuse a second one.
    return page > 1 && answer.failure.kind === 'refused' ? succeeded({ rows: [] }) : answer
  }, most)
}
