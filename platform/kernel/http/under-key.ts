import { createHash, createHmac } from 'node:crypto'
import type { Context } from 'hono'
import type { Endpoint } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { isKeyed, keyHeader, keyIn } from '#contracts/idempotency'
import type { Queries } from '#platform/kernel/db/schema'
import { Refusal } from '#platform/kernel/refusal'
import type { Caller, Env } from './call.ts'

/** A write that its caller may repeat: what it is told by, and what it asks for. */
export interface Keyed {
  accountId: string
  keyHash: string
  requestHash: string
  now: Date
}

/** The call's key, where it is a write and has one. Throws a Refusal 400 for one that is no key. */
export async function keyedOf(
  c: Context<Env>,
  endpoint: Endpoint,
  input: object,
  { person, business, now }: Caller,
): Promise<Keyed | undefined> {
  const header = c.req.header(keyHeader)
  if (header === undefined || !isKeyed(endpoint)) return undefined
  const key = keyIn(header)
  if (key === undefined) throw new Refusal(codes.badInput, 'invalidKey')
  const request = JSON.stringify([endpoint.path, business, await plain(input)])
  return {
    accountId: person.id,
    keyHash: createHash('sha256').update(key).digest('base64url'),
    // Nobody who reads the table can try passwords on it: that takes the key, of which only the hash is stored.
    requestHash: createHmac('sha256', key).update(request).digest('base64url'),
    now,
  }
}

/** The input with a hash in place of each file. */
async function plain(value: unknown): Promise<unknown> {
  if (value instanceof Blob) {
    const bytes = Buffer.from(await value.arrayBuffer())
    return createHash('sha256').update(bytes).digest('base64url')
  }
  if (Array.isArray(value)) return Promise.all(value.map(plain))
  if (typeof value !== 'object' || value === null) return value
  return Promise.all(Object.entries(value).map(async ([name, inner]) => [name, await plain(inner)]))
}

/**
 * Takes the key for the transaction; of two at once the second waits here for the end of the first. Gives what was
 * answered, where the same was done under this key. Throws a Refusal 422 where something else was.
 */
export async function answeredUnder(
  db: Queries,
  { accountId, keyHash, requestHash, now }: Keyed,
): Promise<{ data: unknown } | undefined> {
  const { request_hash, answer } = await db
    .insertInto('idempotency_key')
    .values({ account_id: accountId, key_hash: keyHash, request_hash: requestHash, made_at: now })
    // Writes nothing new into a row that is there, but locks and gives it.
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key_hash'])
        .doUpdateSet((eb) => ({ made_at: eb.ref('idempotency_key.made_at') })),
    )
    .returning(['request_hash', 'answer'])
    .executeTakeFirstOrThrow()
  if (request_hash !== requestHash) throw new Refusal(codes.keyReused, 'keyReused')
  return answer ?? undefined
}

/** Keeps the answer, in the transaction of the write. */
export async function keepAnswer(db: Queries, keyed: Keyed, data: unknown): Promise<void> {
  const answer = JSON.stringify({ data: data ?? null })
  await db
    .updateTable('idempotency_key')
    .set({ answer })
    .where('account_id', '=', keyed.accountId)
    .where('key_hash', '=', keyed.keyHash)
    .execute()
}

/** What was refused is not kept: it may be asked for again. */
export async function forgetKey(db: Queries, keyed: Keyed): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where('account_id', '=', keyed.accountId)
    .where('key_hash', '=', keyed.keyHash)
    .execute()
}
