import { readNotedHead } from '#platform/kernel/audit/noted-head'
import { openDatabase } from '#platform/kernel/db/open'
import { jsonLog } from '#platform/kernel/log'
import { Fault } from '../../scripts/lib/fault.mjs'
import { typed } from '../../scripts/lib/paths.mjs'
import { readSettings } from '../../scripts/lib/settings.mjs'
import { requireSchema } from './admin.ts'
import { auditKeys, type Environment, storedPlace } from './place.ts'
import { type Break, type Finding, verifyLog } from './verify-log.ts'

export const usage = `${typed('audit')} verify

Reads the whole operation log and says whether it is what the platform wrote: every entry carries the seal of the one
before. Names the first place where it is not, and ends with 1. Needs AUDIT_KEY, or the audit-key of DATA_DIR.`

/** @throws Fault with what to do */
export async function audit(args: readonly string[], env: Environment): Promise<number> {
  if (args.length !== 1 || args[0] !== 'verify') throw new Fault(usage)
  const keys = auditKeys(env)
  const noted = await readNotedHead(readSettings(env).dataDir)
  const place = await storedPlace(env)
  const db = openDatabase(place.connectionString, jsonLog('error'), 1)
  try {
    await requireSchema(db)
    const { entries, first, last, head, finding } = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((transaction) => verifyLog(transaction, keys, noted))
    if (finding !== undefined) {
      console.log(`${found(finding)}\n${entries} entries before it are whole.`)
      return 1
    }
    const span = first && last ? `, from ${timeOf(first)} to ${timeOf(last)}` : ''
    console.log(
      `The operation log is whole: ${entries} entries${span}. Its newest link: ${head?.seq} ${head?.seal}`,
    )
    return 0
  } finally {
    await db.destroy()
    await place.close()
  }
}

const sentences: Record<Break, string> = {
  noHead: 'The head of the log is missing: somebody has taken it away.',
  headChanged: 'The head of the log was changed by somebody else than the platform.',
  entryMissing: 'An entry is missing.',
  entryTwice: 'There is an entry too many: another one has its place.',
  entryChanged: 'An entry was changed, or another one was put in its place.',
  keyUnknown: 'What follows was sealed with a key that is not here: add it to AUDIT_KEY, behind a comma.',
  endMissing: 'The last entries are missing.',
  entryBehindEnd: 'Behind the last entry there is one that the platform did not write.',
  entryAdded: 'There is an entry that the platform did not write.',
  goneBack:
    'The log lacks what was noted in the data folder: its end was taken away, or an older copy was restored. If you restored one, remove the file operation-log-head there.',
}

function found({ what, seq, entry }: Finding): string {
  const place = [
    ...(seq === undefined ? [] : [`number ${seq}`]),
    ...(entry === undefined ? [] : [`id ${entry.id}`, timeOf(entry.create_time), `by ${entry.username}`]),
  ]
  return place.length === 0 ? sentences[what] : `${sentences[what]} (${place.join(', ')})`
}

const timeOf = (microseconds: string) => new Date(Number(microseconds) / 1000).toISOString()
