import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Queries } from '#platform/kernel/db/schema'
import type { Link } from './seal.ts'

const file = 'operation-log-head'
const noted = z.object({ seq: z.number().int(), seal: z.string(), noted: z.string() })

/**
 * The newest link that was noted in the data folder; whoever takes the end of the log away has to come by that, too.
 * @throws Error that says what to do with a file that is damaged
 */
export async function readNotedHead(folder: string): Promise<(Link & { noted: string }) | undefined> {
  const path = join(folder, file)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const link = noted.safeParse(json(text))
  if (link.success) return link.data
  // Taken for none, it would hide that somebody has taken the end of the log away.
  throw new Error(
    `${path} is damaged: it holds the newest link of the operation log. Put it back from a backup, or remove it: the platform notes the link of that moment, and whether the log lost its end before cannot be told.`,
  )
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Notes the newest link beside the database. Gives false, and keeps what was noted, where the log does not hold that any
 * more: its end was taken away, or an older copy of it was put in its place.
 */
export async function noteHead(db: Queries, folder: string, now: Date): Promise<boolean> {
  const before = await readNotedHead(folder)
  const { rows } = await sql<{ seq: string; seal: string; holds: boolean }>`
    select h.seq, h.seal, ${before?.seq ?? 0} <= h.pruned_seq or exists (
      select 1 from operation_log l where l.seq = ${before?.seq ?? 0} and l.seal = ${before?.seal ?? ''}) as holds
    from operation_head h`.execute(db)
  const head = rows[0]
  if (head === undefined || !head.holds) return false
  if (Number(head.seq) === before?.seq) return true
  await write(folder, Number(head.seq), head.seal, now)
  return true
}

/** The same, whatever was noted before: somebody has looked into what is missing, and accepted it. */
export async function noteAnew(db: Queries, folder: string, now: Date): Promise<void> {
  const { seq, seal } = await db
    .selectFrom('operation_head')
    .select(['seq', 'seal'])
    .executeTakeFirstOrThrow()
  await write(folder, Number(seq), seal, now)
}

async function write(folder: string, seq: number, seal: string, now: Date): Promise<void> {
  const draft = join(folder, `${file}.${process.pid}`)
  await writeFile(draft, `${JSON.stringify({ seq, seal, noted: now })}\n`, { mode: 0o600, flush: true })
  if (process.getuid?.() === 0) {
    // The platform that reads it may run as the folder's owner.
    const { uid, gid } = await stat(folder)
    await chown(draft, uid, gid)
  }
  await rename(draft, join(folder, file))
}
