import { sql } from 'kysely'
import type { Endpoint } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { after, minute } from '#platform/kernel/clock'
import { isStorageRefused } from '#platform/kernel/db/failures'
import { ready } from '#platform/kernel/db/ready'
import type { Database, Queries } from '#platform/kernel/db/schema'
import { Refusal } from '#platform/kernel/refusal'
import { type Person, type Reach, requireContext, scopeOf } from './authority.ts'
import type { Business } from './business.ts'
import { idleLifetime, sessionLifetime, tokenHash } from './tokens.ts'

export function bearerOf(header: string | undefined): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(header ?? '')?.[1]
}

/** The person behind a token. Throws a Refusal 102001 (none, unknown, ran out) or 102002 (ended, disabled, deleted). */
export async function authenticate(
  db: Database,
  token: string | undefined,
  now: Date,
  business: Business | Refusal,
): Promise<{ person: Person; tokenHash: string; mustChangePassword: boolean }> {
  if (token === undefined) throw new Refusal(codes.signedOut, 'signedOut')
  const hash = tokenHash(token)
  const { row, viewer } = await liveSession(db, hash, now)
  // One that was seen later than now is of a clock that has gone back since.
  const isOfLater = row.last_seen > after(now, minute)
  if (isOfLater || now >= after(row.last_seen, minute)) {
    // People go on reading where nothing can be written.
    await touch(db, hash, now, business).catch((error) => {
      if (isStorageRefused(error) === undefined) throw error
    })
  }
  return {
    person: personOf(row, viewer),
    tokenHash: hash,
    mustChangePassword: row.must_change_password === true && viewer === undefined,
  }
}

/**
 * Who calls, and how far they reach, by now: for what goes on after the answer has begun. Throws as the call would, were it
 * made anew.
 */
export async function callerByNow(
  db: Queries,
  { tokenHash, business }: { tokenHash: string; business: Business },
  { permissions }: Pick<Endpoint, 'permissions'>,
  now: Date,
): Promise<Pick<Reach, 'person' | 'scope'>> {
  const { row, viewer } = await liveSession(db, tokenHash, now)
  const person = personOf(row, viewer)
  const scope = await scopeOf(db, person, permissions)
  requireContext(permissions, scope, business.orgId)
  return { person, scope }
}

type Live = Awaited<ReturnType<typeof liveSession>>

function personOf({ id, account, name, super: isSuper }: Live['row'], viewer: Live['viewer']): Person {
  return {
    ...{ id, account: account ?? '', name, superIdentification: isSuper === true },
    ...(viewer && { viewer }),
  }
}

/** The session behind a token's hash, and who looks on in it. Throws as `authenticate`. */
async function liveSession(db: Queries, hash: string, now: Date) {
  const row = await db
    .selectFrom('session as s')
    .leftJoin('account as a', 'a.id', 's.account_id')
    .leftJoin('session as ps', 'ps.token_hash', 's.parent_hash')
    .leftJoin('account as v', 'v.id', 'ps.account_id')
    .where('s.token_hash', '=', hash)
    .select(['s.last_seen', 's.expires_at', 's.ended_at', 's.parent_hash'])
    .select(['a.id', 'a.account', 'a.name', 'a.enabled', 'a.super', 'a.must_change_password'])
    .select(['ps.ended_at as parentEnded', 'ps.expires_at as parentExpires', 'v.id as viewerId'])
    .select(['v.account as viewerAccount', 'v.enabled as viewerEnabled', 'v.super as viewerSuper'])
    .modifyEnd(ready)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal(codes.signedOut, 'signedOut')
  if (row.ended_at !== null || row.id === null || row.enabled !== true) {
    throw new Refusal(codes.sessionEnded, 'sessionEnded')
  }
  if (now >= row.expires_at || now >= after(row.last_seen, idleLifetime)) {
    throw new Refusal(codes.signedOut, 'sessionExpired')
  }
  return { row: { ...row, id: row.id }, viewer: viewerOf(row, now) }
}

interface Viewing {
  super: boolean | null
  parent_hash: string | null
  parentEnded: Date | null
  parentExpires: Date | null
  viewerId: string | null
  viewerAccount: string | null
  viewerEnabled: boolean | null
  viewerSuper: boolean | null
}

/** Who looks on in the account's place. A view is over with the session that it began from, and with the rights of both. */
function viewerOf(row: Viewing, now: Date): Person['viewer'] {
  if (row.parent_hash === null) return undefined
  const { viewerId: id, viewerAccount: account, viewerEnabled, viewerSuper, parentEnded, parentExpires } = row
  const isLive = parentEnded === null && parentExpires !== null && now < parentExpires
  const mayView = viewerEnabled === true && viewerSuper === true && row.super !== true
  if (id === null || account === null || !isLive || !mayView) {
    throw new Refusal(codes.sessionEnded, 'sessionEnded')
  }
  return { id, account }
}

/**
 * At most once a minute, so that reading does not become writing. No session ends later than one that begins now: its
 * own clock may have been ahead. Reads do not wait until a disk or a replica has it, that may be slow or gone.
 */
async function touch(db: Database, hash: string, now: Date, business: Business | Refusal): Promise<void> {
  const context =
    business instanceof Refusal
      ? {}
      : { org_id: business.orgId ?? null, system_id: business.systemId ?? null }
  await db
    .updateTable('session')
    .set((eb) => ({
      last_seen: now,
      expires_at: eb.fn<Date>('least', ['expires_at', eb.val(after(now, sessionLifetime))]),
      ...context,
    }))
    .where('token_hash', '=', hash)
    .where(sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`)
    .execute()
}
