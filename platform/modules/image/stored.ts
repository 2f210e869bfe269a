import { type RawBuilder, sql } from 'kysely'
import { addressOf } from '#contracts/endpoint'
import { read } from '#contracts/image'
import type { Person, Reach } from '#platform/kernel/auth/authority'
import { badField } from '#platform/kernel/refusal'

/** The path under which a picture is kept in other records, and read. */
export function pathOf(id: string): string {
  return addressOf(read, { params: { id } })
}

/** What stands before the id. */
export const pathStart = pathOf('')

/**
 * The condition that a person may see the picture `image`: one that they uploaded, their own avatar, or the icon of an
 * application or a menu, which everybody's shell shows. Others are nobody's business.
 */
export function shownTo(person: Person): RawBuilder<boolean> {
  const path = sql`${pathStart} || image.id`
  return sql`(image.account_id = ${person.id}
    or exists (select 1 from account a where a.id = ${person.id} and a.head_img = ${path})
    or exists (select 1 from menu_node n where n.icon = ${path}))`
}

/**
 * That `path` is a picture of this platform that the person may see, which upkeep leaves where it is to the end of the transaction: nothing
 * else is shown as an icon or avatar, or the browsers of all who see it would call an address that somebody chose.
 * Throws a Refusal 400 that names `field`.
 */
export async function requireStoredImage(
  { db, person }: Pick<Reach, 'db' | 'person'>,
  field: string,
  path: string,
): Promise<void> {
  const id = path.startsWith(pathStart) ? path.slice(pathStart.length) : ''
  const image = await db
    .selectFrom('image')
    .where('id', '=', id)
    .where(shownTo(person))
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  if (image === undefined) throw badField(field, 'unknownImage')
}
