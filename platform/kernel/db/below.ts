import { type RawBuilder, sql } from 'kysely'

/** The ids that `start` selects and those of all that hangs below them by `pid`, for `in`. */
export function withAllBelow(
  table: 'menu_node' | 'pool_resource',
  start: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    with recursive found as (
      ${start}
      union
      select below.id from found join ${sql.table(table)} below on below.pid = found.id
    )
    select id from found)`
}

/** The ids of these resources of the pool, with all below them, for `in`. */
export function resourcesWithin(ids: readonly string[]): RawBuilder<unknown> {
  return withAllBelow('pool_resource', sql`select id from pool_resource where id = any(${ids})`)
}
