import type { Selectable } from 'kysely'
import { limits } from '#contracts/limits'
import { permissionKey, spellingsOf } from '#contracts/permission'
import type { Queries, Schema } from '#platform/kernel/db/schema'

export type StandingNode = Pick<
  Selectable<Schema['menu_node']>,
  'id' | 'app_id' | 'pid' | 'code' | 'type' | 'sort' | 'icon' | 'inside_flag'
>
export type StandingNodes = Awaited<ReturnType<typeof standingNodes>>

/** What the database has already of the nodes with these codes. The trees have to be locked. */
export async function standingNodes(db: Queries, codes: readonly string[]) {
  const rows: StandingNode[] = await db
    .selectFrom('menu_node')
    .where('code', 'in', codes.flatMap(spellingsOf))
    .select(['id', 'app_id', 'pid', 'code', 'type', 'sort', 'icon', 'inside_flag'])
    .execute()
  const siblings =
    rows.length === 0
      ? []
      : await db
          .selectFrom('menu_node')
          .where(
            'pid',
            'in',
            rows.map((row) => row.id),
          )
          .select(['pid', 'sort'])
          .execute()
  const places = new Set(siblings.map(({ pid, sort }) => `${pid} ${sort}`))
  return {
    nodes: rows,
    /** The node that has this code, or means the same permission (specification section 6). */
    withCode: (code: string) =>
      rows.find((row) => row.code === code) ??
      rows.find((row) => permissionKey(row.code) === permissionKey(code)),
    /** A number that puts a new node, whose id is the highest, right behind the sibling with the number `last`. */
    sortBehind: (parent: string, last: number) =>
      places.has(`${parent} ${last + 1}`) ? Math.max(last, 1) : Math.min(last + 1, limits.largestSort),
  }
}
