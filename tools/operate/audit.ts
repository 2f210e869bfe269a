import { existsSync } from 'node:fs'
import type { Accepted } from '#platform/kernel/audit/accepted'
import { noteAnew, readNotedHead } from '#platform/kernel/audit/noted-head'
import { openDatabase } from '#platform/kernel/db/open'
import { jsonLog } from '#platform/kernel/log'
import { Fault, GivenFault } from '../../scripts/lib/fault.mjs'
import { typed } from '../../scripts/lib/paths.mjs'
import { readSettings } from '../../scripts/lib/settings.mjs'
import { type Acceptance, acceptBreak } from './accept-break.ts'
import { requireSchema } from './admin.ts'
import { machineUser } from './machine-user.ts'
import { type Environment, storedAuditKeys, storedDatabase } from './stored-database.ts'
import { type FileBreak, type VerifiedFile, verifyFile } from './verify-file.ts'
import { type Break, type Finding, type Verified, verifyLog } from './verify-log.ts'

export const usage = `${typed('audit')} verify

Reads the whole operation log and says whether it is what the platform wrote: every entry carries the seal of the one
before. Names the first place where it is not, and ends with 1. Needs AUDIT_KEY, or the audit-key of DATA_DIR.

${typed('audit')} verify --file FILE

Reads a file that was exported of the operation log (CSV or XLSX, as it was saved) and says whether it is what was
exported: no line changed, added or taken away, and each of an entry that the log has.

${typed('audit')} accept NUMBERS --reason TEXT

Takes the break that verify names, such as 30 or 30-53, as known, as when a key is lost or an older copy was restored: verify reads
on behind it, and retention goes on. The operation log tells that it was done, by whom and why, and seals what stands there;
nothing is taken away.`

/** @throws Fault with what to do */
export async function audit(args: readonly string[], env: Environment): Promise<number> {
  const asked = askedOf(args)
  if (asked === undefined) throw new GivenFault(usage)
  const { file, accepted } = asked
  if (file !== undefined && !existsSync(file)) throw new Fault(`There is no file ${file}.`)
  const stored = await storedDatabase(env)
  // What it reads of a file takes as long as it takes, and it holds up nobody.
  const db = openDatabase(stored.connectionString, jsonLog('error'), { connections: 1, rest: 0 })
  try {
    const keys = storedAuditKeys(env)
    const noted = await readNotedHead(readSettings(env).dataDir).catch((error: Error) => {
      throw new Fault(error.message)
    })
    await requireSchema(db)
    const reading = () => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    if (file !== undefined) return tell(await reading().execute((own) => verifyFile(own, keys, file)))
    const verified = await reading().execute((own) => verifyLog(own, keys, noted))
    if (accepted === undefined) return tellLog(verified)
    const now = new Date()
    await acceptBreak(db, keys, verified, accepted, now)
    const { from, to: seq } = accepted
    // What was noted of it holds no more; what is noted from now on stands behind.
    if (noted !== undefined && noted.seq >= from && noted.seq <= seq)
      await noteAnew(db, readSettings(env).dataDir, now)
    console.log(`Accepted: ${rangeOf({ ...accepted, seq })}`)
    return 0
  } finally {
    await db.destroy()
    await stored.close()
  }
}

/** What the arguments ask for; undefined for none of it. */
function askedOf(args: readonly string[]): { file?: string; accepted?: Acceptance } | undefined {
  const [what, first, second, third, ...more] = args
  if (what === 'verify' && first === undefined) return {}
  if (what === 'verify' && first === '--file' && second !== undefined && third === undefined) {
    return { file: second }
  }
  const [, from, to = from] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(first ?? '') ?? []
  const reason = third?.trim() ?? ''
  const isAccept = what === 'accept' && second === '--reason' && more.length === 0
  if (!isAccept || from === undefined || reason === '') return undefined
  const said = { reason: reason.slice(0, 500), by: machineUser() }
  return { accepted: { from: Number(from), to: Number(to), ...said } }
}

/** What became of the log. Gives the exit code. */
function tellLog({ entries, first, last, head, accepted, finding }: Verified): number {
  for (const range of accepted) console.log(`Accepted, and not verified: ${rangeOf(range)}`)
  if (finding !== undefined) {
    console.log(`${found(finding)}\n${entries} entries before it are whole.`)
    return 1
  }
  const span = first && last ? `, from ${timeOf(first)} to ${timeOf(last)}` : ''
  console.log(
    `The operation log is whole: ${entries} entries${span}. Its newest link: ${head?.seq} ${head?.seal}`,
  )
  return 0
}

const rangeOf = ({ from, seq, by, reason }: Pick<Accepted, 'from' | 'seq' | 'by' | 'reason'>) =>
  `${from === seq ? `number ${from}` : `numbers ${from} to ${seq}`}, by ${by}: ${reason}`

/** What became of a file. Gives the exit code. */
function tell({ id, lines, pruned, isCounted, finding }: VerifiedFile): number {
  if (finding !== undefined) {
    const place = [
      ...(finding.line === undefined ? [] : [`line ${finding.line}`]),
      ...(finding.number === undefined ? [] : [`number ${finding.number}`]),
    ]
    const where = place.length === 0 ? '' : ` (${place.join(', ')})`
    console.log(`${fileSentences[finding.what]}${where}\n${lines} lines before it are whole.`)
    return 1
  }
  console.log(`The file is what was exported: ${lines} lines, export ${id}.`)
  if (pruned > 0) console.log(`${pruned} of its entries have been taken out of the log since, by retention.`)
  if (!isCounted)
    console.log(
      'The log does not have this export any more: whether lines are missing at the end cannot be told.',
    )
  return 0
}

const fileSentences: Record<FileBreak, string> = {
  noProof: 'The file has no proof: it is no export of the operation log, or the last column was taken away.',
  keyUnknown:
    'The first line was changed, or the file was exported with a key that is not here: add it to AUDIT_KEY, behind a comma.',
  lineChanged: 'A line was changed, added or taken away.',
  linesMissing: 'The last lines are missing.',
  entryMissing: 'The log lacks an entry that the file has.',
  entryOther: 'The log has another entry in the place of one that the file has.',
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
  acceptedChanged: 'What was accepted here does not stand as it did then.',
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
