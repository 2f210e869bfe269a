import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { parseAddress } from '../../platform/kernel/db/hosts.ts'
import { Fault } from '../../scripts/lib/fault.mjs'
import { ignoredSettings } from '../../scripts/lib/ignored-settings.mjs'
import { checkOpenFiles } from '../../scripts/lib/open-files.mjs'
import { portFault, portsOf } from '../../scripts/lib/ports.mjs'
import { checkKeptSecrets, readSettings } from '../../scripts/lib/settings.mjs'
import { strangersAmong } from '../../scripts/lib/variables.mjs'
import { checkConsoleSettings, checkPlatformSettings } from './programs.mjs'
import { reachDatabase, reachPlatform } from './reach.mjs'
import { version } from './version.mjs'

/** A new database, with room to begin working. */
const spaceNeeded = 500 * 1024 ** 2

/** `atrium start --check`: says what a start would run, and all that is wrong, without starting or making anything. */
export async function check(envFile) {
  console.log(`${version()}\nSettings: ${envFile ? `${envFile.path}, and ` : ''}the environment\n`)
  const faults = []
  /** Gives what `look` gives; its Fault is told with the others. */
  const find = async (look) => {
    try {
      return await look()
    } catch (error) {
      faults.push(...error.message.split('\n').filter(Boolean))
    }
  }
  const settings = await find(() => readSettings())
  if (settings) {
    for (const line of wouldRun(settings)) console.log(`  ${line}`)
    for (const line of ignoredSettings(settings)) console.log(`\n• ${line}`)
    await find(() => checkSecrets(settings))
    await find(() => checkPorts(settings))
    const isOwnDatabase = settings.embedded && !process.env.DATABASE_URL
    const isUsable = await find(() => checkDataFolder(settings, isOwnDatabase))
    if (settings.embedded && isUsable) await find(() => checkKeptSecrets(settings))
    if (isOwnDatabase) await find(() => checkStored(settings.dataDir))
    if (isOwnDatabase) await find(checkAccount)
    if (settings.embedded) await find(() => checkPlatformSettings(settings))
    await find(() => checkConsoleSettings(settings))
    // An address that is none is told by now.
    const reach = reachOf(settings, faults)
    const advice = reach && (await find(reach))
    if (advice) console.log(`\n• ${advice}`)
  }
  faults.push(...strangersAmong(envFile))
  if (faults.length === 0) {
    console.log('\nNothing is wrong.')
    return 0
  }
  // Both programs read some settings.
  console.log(`\n${[...new Set(faults)].map((fault) => `✖ ${fault}`).join('\n')}`)
  return 1
}

/** How what is not ours is reached; nothing where it is told what is wrong with its address. */
function reachOf({ embedded, platformUrl }, faults) {
  const { DATABASE_URL: database } = process.env
  const isTold = (beginning) => faults.some((fault) => fault.startsWith(beginning))
  if (!embedded) return isTold('PLATFORM_URL must ') ? undefined : () => reachPlatform(platformUrl)
  return database && !isTold('DATABASE_URL ') ? () => reachDatabase(database) : undefined
}

function wouldRun(settings) {
  const { host, port, publicOrigin, basePath, embedded, platformUrl, dataDir, demo, emsPort, wmsPort } =
    settings
  const lines = [
    `console    at ${host}:${port}, for people at ${publicOrigin
      .split(',')
      .map((origin) => origin + basePath)
      .join(' and ')}`,
    embedded ? `platform   at ${platformUrl}` : `(no platform of its own: ${platformUrl})`,
  ]
  if (embedded)
    lines.push(
      `database   ${process.env.DATABASE_URL ? placeOf(process.env.DATABASE_URL) : `PostgreSQL in ${dataDir}`}`,
    )
  const { metricsHost, metricsPort, platformMetricsPort } = settings
  const measured = [metricsPort && 'console', embedded && platformMetricsPort && 'platform'].filter(Boolean)
  if (measured.length > 0)
    lines.push(
      `metrics    of ${measured.join(' and ')} at ${metricsHost}:${[metricsPort, embedded && platformMetricsPort].filter(Boolean).join(' and ')}`,
    )
  if (demo) lines.push(`demo data, and its systems at 127.0.0.1:${emsPort} and 127.0.0.1:${wmsPort}`)
  return [...lines, `data       ${dataDir}`]
}

/** Without name and password; what is wrong with the address is told with the other settings. */
function placeOf(databaseUrl) {
  try {
    return parseAddress(databaseUrl).name
  } catch {
    return 'as DATABASE_URL says'
  }
}

/** After a first start, whoever holds the ports may be that very Atrium, which an upgrade restarts. */
async function checkPorts(settings) {
  // Without room for it, each port would seem to be wrong.
  checkOpenFiles()
  const found = await Promise.all(portsOf(settings, 'all').map((port) => portFault(...port)))
  const faults = found.filter(Boolean)
  if (faults.length === 0) return
  if (!existsSync(join(settings.dataDir, `console-${settings.port}`)))
    throw new Fault(faults.map(({ message }) => message).join('\n'))
  for (const { message } of faults)
    console.log(`\n• If this Atrium runs now, this is as it should be. ${message}`)
}

function checkSecrets({ embedded }) {
  if (embedded) return
  const missing = ['SESSION_SECRET', 'PLATFORM_CLIENT_ID', 'PLATFORM_CLIENT_SECRET'].filter(
    (name) => !process.env[name],
  )
  if (missing.length > 0) throw new Fault(`PLATFORM_URL is set, so ${missing.join(', ')} must be, too.`)
}

function checkDataFolder({ dataDir }, isOwnDatabase) {
  const folder = nearest(dataDir)
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Fault(
      `${folder} cannot be written by this user (${error.code}), and the data goes to ${dataDir}. Set DATA_DIR to a folder that it can write.`,
    )
  }
  const isNew = !['postgres', 'postgres-location'].some((name) => existsSync(join(dataDir, name)))
  const { bavail, bsize } = statfsSync(folder)
  if (isOwnDatabase && isNew && bavail * bsize < spaceNeeded)
    throw new Fault(
      `Only ${Math.round((bavail * bsize) / 1024 ** 2)} MB are free where the data goes (${folder}).`,
    )
  return true
}

/** As far as it can be told without starting it. */
async function checkStored(dataDir) {
  const { checkEmbedded } = await import('../../platform/kernel/db/embedded.ts')
  await checkEmbedded(dataDir)
}

const nearest = (folder) => (existsSync(folder) ? folder : nearest(dirname(folder)))

/** PostgreSQL makes no database for a number without a name. */
function checkAccount() {
  try {
    userInfo()
  } catch {
    throw new Fault(
      `This user (uid ${process.geteuid()}) has no name on this machine, and PostgreSQL makes no database for a number: give it one in /etc/passwd, run as another user, or set DATABASE_URL.`,
    )
  }
}
