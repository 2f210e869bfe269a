import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Fault, GivenFault } from '../../scripts/lib/fault.mjs'
import { typed } from '../../scripts/lib/paths.mjs'
import { readSettings } from '../../scripts/lib/settings.mjs'
import { seconds } from './backup.ts'
import { dump } from './dump.ts'
import { load } from './load.ts'
import { report, tellLeftOut } from './report.ts'
import { auditKeys, connected, databaseAt, type Environment, ownDatabase } from './stored-database.ts'

export const usage = `${typed('migrate')} --to postgresql://user@host/database
${typed('migrate')} --to-file FILE
MIGRATE_TO=postgresql://user:password@host/database ${typed('migrate')}

Moves what the embedded database of DATA_DIR holds into an empty PostgreSQL of your own. Atrium has to be stopped, so that
nothing comes in between; what DATA_DIR holds stays as it is. Everybody on this machine can read a command line while it
runs: give an address with a password in a file that holds nothing else, or in the environment.`

/** @throws Fault with what to do */
export async function migrate(args: readonly string[], env: Environment): Promise<number> {
  const target = databaseAt(targetIn(args, env))
  if (env.DATABASE_URL)
    throw new GivenFault('DATABASE_URL is set: the data are in a PostgreSQL of your own already.')
  const { dataDir } = readSettings(env)
  const source = await ownDatabase(env)
  try {
    const since = Date.now()
    const loaded = await connected(source, (from) =>
      connected(target, (to) => load(to, dump(from, new Date(), tellLeftOut), () => auditKeys(env))),
    )
    console.log(report(loaded))
    console.log(
      `What ${dataDir} held is in ${target.name} now, read back and compared, in ${seconds(since)}.`,
    )
    console.log(
      'Start Atrium with DATABASE_URL from now on. The secrets stay in DATA_DIR, and nobody is signed out.',
    )
    return 0
  } finally {
    await source.close()
  }
}

/** The one place that says where to: the command line, a file, or the environment. */
function targetIn(args: readonly string[], { MIGRATE_TO }: Environment): string {
  const { to, 'to-file': file } = options(args)
  const [target, ...more] = [to, file === undefined ? undefined : lineOf(file), MIGRATE_TO].filter(Boolean)
  if (target === undefined) throw new GivenFault(usage)
  if (more.length > 0) throw new GivenFault('--to, --to-file and MIGRATE_TO say where to: give one of them.')
  return target
}

function options(args: readonly string[]) {
  try {
    const words = { to: { type: 'string' }, 'to-file': { type: 'string' } } as const
    return parseArgs({ args: [...args], options: words }).values
  } catch {
    throw new GivenFault(usage)
  }
}

function lineOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Fault(
      `${file} cannot be read (${error instanceof Error && 'code' in error ? error.code : error}).`,
    )
  }
}
