import { constants, createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { Fault, GivenFault } from '../../scripts/lib/fault.mjs'
import { typed } from '../../scripts/lib/paths.mjs'
import { seconds } from './backup.ts'
import { load } from './load.ts'
import { report } from './report.ts'
import { auditKeys, connected, databaseAt, type Environment, newDatabase } from './stored-database.ts'

export const usage = `${typed('restore')} FILE

Fills an empty place with a copy that \`backup\` made: DATABASE_URL, or the database of DATA_DIR, which is made where there
is none. What is stored already is never touched. People sign in again afterwards.`

/** @throws Fault with what to do */
export async function restore(args: readonly string[], env: Environment): Promise<number> {
  const [file, ...more] = args
  if (file === undefined || file.startsWith('-') || more.length > 0) throw new GivenFault(usage)
  // Before a place is made for what it holds.
  await access(file, constants.R_OK).catch((error) => {
    throw unreadable(file, error.code)
  })
  const stored = env.DATABASE_URL ? databaseAt(env.DATABASE_URL) : await newDatabase(env)
  try {
    const since = Date.now()
    const loaded = await connected(stored, (client) =>
      load(client, unpacked(file), () => auditKeys(env), endSessions),
    )
    console.log(
      `${report(loaded)}\n${file} is restored into ${stored.name}, read back and compared, in ${seconds(since)}.`,
    )
    return 0
  } finally {
    await stored.close()
  }
}

/** Who signed out since the copy was made must not be signed in again by it. */
async function endSessions(client: pg.Client): Promise<void> {
  await client.query('update session set ended_at = now() where ended_at is null')
}

async function* unpacked(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  try {
    yield* source.pipe(gunzip)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'Z_BUF_ERROR' || code.startsWith('Z_')) {
      throw new Fault(`${file} is damaged or half (${code}). Nothing was kept: take another copy.`)
    }
    throw unreadable(file, code)
  } finally {
    source.destroy()
  }
}

const unreadable = (file: string, code: string) => new Fault(`${file} cannot be read (${code}).`)
