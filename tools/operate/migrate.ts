import { parseArgs } from 'node:util'
import { Fault } from '../../scripts/lib/fault.mjs'
import { typed } from '../../scripts/lib/paths.mjs'
import { readSettings } from '../../scripts/lib/settings.mjs'
import { seconds } from './backup.ts'
import { dump } from './dump.ts'
import { load } from './load.ts'
import { connected, type Environment, ownPlace, placeAt } from './place.ts'
import { report } from './report.ts'

export const usage = `${typed('migrate')} --to postgresql://user:password@host/database

Moves what the embedded database of DATA_DIR holds into an empty PostgreSQL of your own. Atrium has to be stopped, so that
nothing comes in between; what DATA_DIR holds stays as it is.`

/** @throws Fault with what to do */
export async function migrate(args: readonly string[], env: Environment): Promise<number> {
  const target = placeAt(targetIn(args))
  if (env.DATABASE_URL)
    throw new Fault('DATABASE_URL is set: the data are in a PostgreSQL of your own already.')
  const { dataDir } = readSettings(env)
  const source = await ownPlace(env)
  try {
    const since = Date.now()
    const loaded = await connected(source, (from) => connected(target, (to) => load(to, dump(from))))
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

function targetIn(args: readonly string[]): string {
  try {
    const { to } = parseArgs({ args: [...args], options: { to: { type: 'string' } } }).values
    if (to) return to
  } catch {
    // What was given is no option; the usage says what is.
  }
  throw new Fault(usage)
}
