import { existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { Fault, GivenFault } from '../../scripts/lib/fault.mjs'
import { typed } from '../../scripts/lib/paths.mjs'
import { placeFile } from '../../scripts/lib/place-file.mjs'
import { dump, trailer } from './dump.ts'
import { report, tellLeftOut } from './report.ts'
import type { Told } from './row-sum.ts'
import { stopSignal } from './stop-signal.ts'
import { connected, type Environment, storedDatabase } from './stored-database.ts'

export const usage = `${typed('backup')} FILE

Copies everything that is stored into FILE, as of one moment, while Atrium runs or not. Run it with the platform’s
environment, as its user. FILE holds hashes of passwords: keep it as closely as the data. Secrets are not in it.`

/** @throws Fault with what to do */
export async function backup(args: readonly string[], env: Environment): Promise<number> {
  const [file, ...more] = args
  if (file === undefined || file.startsWith('-') || more.length > 0) throw new GivenFault(usage)
  if (existsSync(file)) throw new Fault(`${file} is there already. Nothing was changed: give another name.`)
  const stored = await storedDatabase(env)
  try {
    const since = Date.now()
    const told = await connected(stored, (client) => writeCopy(client, file))
    console.log(`${report(told)}\n${file}: a copy of ${stored.name}, whole, in ${seconds(since)}.`)
    return 0
  } finally {
    await stored.close()
  }
}

/** Under its name a copy is whole; what was cut short is taken away, whoever cuts it. */
async function writeCopy(client: pg.Client, file: string): Promise<Record<string, Told>> {
  const draft = `${file}.${process.pid}.part`
  let last: Buffer = Buffer.alloc(0)
  async function* watched() {
    for await (const piece of dump(client, new Date(), tellLeftOut)) {
      last = piece
      yield piece
    }
  }
  const stopped = stopSignal()
  // What the database is asked at that moment may take long to come.
  stopped.signal.addEventListener('abort', () => void client.end().catch(() => {}))
  try {
    const target = await open(draft, 'wx', 0o600)
    // Fast rather than small: the rows are read as quickly as the disk takes them.
    const gzip = createGzip({ level: 1 })
    await pipeline(
      Readable.from(watched(), { objectMode: false }),
      gzip,
      target.createWriteStream({ flush: true }),
      { signal: stopped.signal },
    )
    placeFile(draft, file)
  } catch (error) {
    throw stopped.signal.aborted ? new Fault(`Stopped. There is no copy in ${file}.`) : explained(error, file)
  } finally {
    stopped.forget()
    await rm(draft, { force: true })
  }
  return trailer.parse(JSON.parse(last.toString('utf8'))).tables
}

function explained(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reasons: Record<string, string> = {
    ENOSPC: 'no space is left there',
    EACCES: 'this user may not write there',
    EROFS: 'that is read-only',
    ENOENT: 'there is no such folder',
    ENOTDIR: 'there is no such folder',
    EEXIST: 'something of that name is there already',
  }
  return code in reasons ? new Fault(`${file} cannot be written: ${reasons[code]}. There is no copy.`) : error
}

export const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`
