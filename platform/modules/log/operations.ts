import { type RawBuilder, sql } from 'kysely'
import { history, listOperations } from '#contracts/log'
import { timeRangeOf } from '#contracts/time-range'
import { type Scope, within } from '#platform/kernel/auth/authority'
import { countedPage, offsetOf } from '#platform/kernel/db/list'
import type { FieldChanges, Queries } from '#platform/kernel/db/schema'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { handleList } from '#platform/kernel/http/list-route'
import { seen } from '#platform/kernel/http/version'
import { containsTerm } from './search-terms.ts'

interface OperationLine {
  id: string
  orgName: string | null
  systemName: string | null
  menuName: string
  opType: string
  method: string
  username: string
  requestIp: string
  status: string
  subject: string | null
  changes: FieldChanges | null
  createTime: Date
  requestId: string | null
  bulkId: string | null
}

export const operationRoutes: readonly Route[] = [
  handleList(listOperations, async ({ db, scope, query }) => {
    const [begin, end] = [timeRangeOf(query.beginTime)?.first, timeRangeOf(query.endTime)?.last]
    const conditions = sql.join(
      [
        within(scope, 'l.org_id'),
        await containsTerm(db, 'module', 'l.module', query.menuName),
        await containsTerm(db, 'type', 'l.type', query.opType),
        await containsTerm(db, 'operator', 'l.username', query.userName),
        query.bulkId === undefined ? sql`true` : sql`l.bulk_id = ${query.bulkId}`,
        query.status === undefined ? sql`true` : sql`l.status = ${String(query.status)}`,
        begin === undefined ? sql`true` : sql`l.create_time >= ${begin}`,
        // A stored time has microseconds that a Date has not.
        end === undefined ? sql`true` : sql`l.create_time < ${new Date(end.getTime() + 1)}`,
      ],
      sql` and `,
    )
    const found = sql`select l.id, l.create_time from operation_log l where ${conditions}`
    return {
      rows: sql`${columns}, l.seq::float8 as number, l.seal from operation_log l where ${conditions} ${latest}`,
      shown: (row: OperationLine) => shown(scope, row),
      isProved: true,
      page: async () => {
        // The page is found in an index alone, and only its own rows are read.
        const rows = await linesOf(db, sql`${found} ${latest} limit ${query.limit} offset ${offsetOf(query)}`)
        return {
          content: rows.map((row) => shown(scope, row)),
          meta: await countedPage(db, query, rows.length, found),
        }
      },
    }
  }),

  handle(history, async ({ db, scope, query }) => {
    const found = sql`select l.id, l.create_time from operation_log l
      where l.subject_id = ${query.subjectId} and l.module = ${query.menuName} and ${within(scope, 'l.org_id')}
      ${latest} limit ${longestHistory}`
    return (await linesOf(db, found)).map((row) => shown(scope, row))
  }),
]

/** Rows of a record's history. */
const longestHistory = 20

const latest = sql`order by l.create_time desc, l.id desc`
const columns = sql`
  select l.id, l.org_name as "orgName", l.system_name as "systemName", l.module as "menuName",
    l.type as "opType", l.method, l.username, l.request_ip as "requestIp", l.status,
    l.subject_name as subject, l.changes, l.create_time as "createTime",
    l.request_id as "requestId", l.bulk_id as "bulkId"`

/** The lines of these ids, the latest first. */
async function linesOf(db: Queries, found: RawBuilder<unknown>): Promise<OperationLine[]> {
  const { rows } = await sql<OperationLine>`${columns}
    from (${found}) as page join operation_log l on l.id = page.id ${latest}`.execute(db)
  return rows
}

function shown(scope: Scope, row: OperationLine) {
  return {
    ...row,
    status: Number(row.status),
    createTime: row.createTime.toISOString(),
    changes: row.changes === null ? null : listed(scope, row.changes),
  }
}

function listed(scope: Scope, changes: FieldChanges) {
  return Object.entries(changes).map(([field, { before, after }]) => ({
    field,
    before: seen(scope, field, before),
    after: seen(scope, field, after),
  }))
}
