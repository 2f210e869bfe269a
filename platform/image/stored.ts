import { addressOf } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { read } from '#contracts/image'
import type { Queries } from '#platform/db/schema'
import { Refusal } from '#platform/http/refusal'

/** The path under which a picture is kept in other records, and read. */
export function pathOf(id: string): string {
  return addressOf(read, { params: { id } })
}

/** What stands before the id. */
export const pathStart = pathOf('')

/**
 * That `path` is a picture of this platform, which upkeep leaves where it is to the end of the transaction: nothing
 * else is shown as an icon or avatar, or the browsers of all who see it would call an address that somebody chose.
 * Throws a Refusal 400 that names `field`.
 */
export async function requireStoredImage(db: Queries, field: string, path: string): Promise<void> {
  const id = path.startsWith(pathStart) ? path.slice(pathStart.length) : ''
  const image = await db
    .selectFrom('image')
    .where('id', '=', id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  if (image === undefined) {
    throw new Refusal(codes.badInput, 'badInput', { fields: [{ field, message: 'unknownImage' }] })
  }
}
