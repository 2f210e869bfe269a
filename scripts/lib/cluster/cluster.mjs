import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoServices } from '../demo.mjs'
import { Fault } from '../fault.mjs'
import { freePort } from '../ports.mjs'
import { lastWords, run } from '../run.mjs'
import { readSecrets, readSettings } from '../settings.mjs'
import { consoleService, platformService } from '../stack.mjs'
import { supervisor } from '../supervise.mjs'
import { clusterDocuments } from './documents.mjs'
import { memberMaker } from './members.mjs'
import { clusterPrograms } from './packages.mjs'

/** Milliseconds until a replica has caught up with its primary. */
const followLimit = 60_000
const secret = () => randomBytes(24).toString('base64url')

/**
 * The cluster of docs/operate/cluster.md on this machine: its files, at free ports, in a folder of its own that is gone with
 * it. What ends unasked is started again, as a service manager does; `onDeath` is told what cannot be. The console has to be
 * built (`ensureBuilt`). With `hosts`, the platforms of those machines are given the databases' addresses instead of HAProxy's.
 */
export async function startCluster({
  env = {},
  port,
  hosts = [],
  say = () => {},
  onLine = () => {},
  onDeath = () => {},
  signal,
} = {}) {
  const programs = clusterPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'atrium-cluster-'))
  chmodSync(folder, 0o711)
  const stopping = new AbortController()
  const passwords = { superuser: secret(), replicator: secret(), rewinder: secret(), atrium: secret() }
  const documents = clusterDocuments({ folder, postgres: programs.postgres, passwords })
  const revive = supervisor({ say, signal: stopping.signal })
  const account = await accountOfPostgres()
  const members = memberMaker({
    programs,
    folder,
    documents,
    account,
    onLine,
    onDeath: (how, program) => revive(program, how, onDeath),
  })
  const started = []
  const start = async (member) => {
    started.push(member)
    await member.start()
    return member
  }
  const stop = async () => {
    stopping.abort()
    // From the front to the back, so that what people have under way is finished.
    for (const member of started.splice(0).toReversed()) await member.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  signal?.addEventListener('abort', () => void stop())
  try {
    // A majority makes them ready.
    await Promise.all(['a', 'b', 'c'].map(async (machine) => start(await members.etcd(machine))))
    const a = await start(await members.database('a'))
    const b = await start(await members.database('b'))
    const databases = [a, b]
    await until(() => b.isSynchronous(), 'The replica does not follow the primary')
    await makeDatabase(a)
    const proxies = ['a', 'b'].map(async (machine) => start(await members.haproxy(machine)))
    await Promise.all(proxies)
    const front = await startPrograms(databases)
    return { ...front, folder, databases, stop, databaseUrl }
  } catch (error) {
    await stop()
    throw error
  }

  async function makeDatabase(primary) {
    const statements = [
      `create role atrium login password '${passwords.atrium}'`,
      'create database atrium owner atrium',
    ]
    const place = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
    for (const statement of statements) {
      const { code, output } = await run(
        join(programs.postgres, 'psql'),
        [...place, '-c', statement, 'postgres'],
        {
          show: false,
          env: { PGPASSWORD: passwords.superuser },
        },
      )
      if (code !== 0) throw new Fault(`The database could not be made. ${lastWords(output)}`)
    }
  }

  /** Of the primary, through HAProxy of a machine. */
  async function databaseUrl(machine = 'a') {
    const port = await documents.portOf(machine, 5000)
    return `postgres://atrium:${passwords.atrium}@127.0.0.1:${port}/atrium`
  }

  function severalHosts(databases) {
    const places = databases.map((database) => `127.0.0.1:${database.port}`)
    return `postgres://atrium:${passwords.atrium}@${places.join(',')}/atrium?target_session_attrs=read-write`
  }

  async function startPrograms(databases) {
    const outer = port ?? (await freePort())
    const url = `http://127.0.0.1:${outer}`
    const [emsPort, wmsPort] = [await freePort(), await freePort()]
    const common = {
      ...process.env,
      HOST: '',
      PLATFORM_HOST: '',
      PLATFORM_URL: '',
      TRUSTED_PROXIES: '127.0.0.1',
      PUBLIC_ORIGIN: url,
      SESSION_SECRET: secret(),
      AUDIT_KEY: secret(),
      PLATFORM_CLIENT_ID: 'atrium',
      PLATFORM_CLIENT_SECRET: secret(),
      CONSOLES: '2',
      DEMO: '1',
      EMS_PORT: String(emsPort),
      WMS_PORT: String(wmsPort),
      ...env,
    }
    const service = (make, name, given, options = {}) => {
      const settings = readSettings(given)
      const secrets = readSecrets(settings, given)
      const made = make(settings, secrets, {
        env: given,
        onLine: (line) => onLine(name, line),
        onDeath: (_fault, how, ended) => revive(ended, how, onDeath),
        ...options,
      })
      return Object.assign(made, { settings })
    }
    const platforms = []
    const makers = []
    for (const machine of ['a', 'b']) {
      const platform = service(platformService, `platform ${machine}`, {
        ...common,
        DATA_DIR: join(folder, machine, 'atrium'),
        DATABASE_URL: hosts.includes(machine) ? severalHosts(databases) : await databaseUrl(machine),
        PLATFORM_PORT: String(await documents.portOf(machine, 4000)),
      })
      const ownProxy = `http://127.0.0.1:${await documents.portOf(machine, 4100)}`
      const place = {
        ...common,
        PLATFORM_URL: ownProxy,
        MICRO_APP_ORIGINS: platform.settings.microAppOrigins,
        PORT: String(await documents.portOf(machine, 3000)),
      }
      platforms.push(platform)
      makers.push((built) => service(consoleService, `console ${machine}`, place, { folder: built }))
    }
    const consoles = makers.map((make) => make())
    await Promise.all(platforms.map(start))
    await Promise.all(consoles.map(start))
    const systems = demoServices(platforms[0].settings, {
      env: { ...common, PLATFORM_URL: consoles[0].settings.platformUrl },
      onLine,
      onDeath: (code, fault) => say(`The demo system ${code} ended: ${fault.message}`),
    })
    for (const system of Object.values(systems)) start(system).catch((fault) => say(fault.message))
    const ports = consoles.map((console) => console.settings.port)
    await start(await members.nginx(outer, ports))
    /** Puts the console that is built in a folder in the place of the one at `at`. */
    const replaceConsole = async (at, built) => {
      const former = consoles[at]
      await former.stop()
      const next = makers[at](built)
      consoles[at] = next
      started.splice(started.indexOf(former), 1, next)
      await next.start()
    }
    return { platforms, consoles, systems, url, replaceConsole }
  }
}

/** PostgreSQL refuses to run as root; Debian's package has made a user for it. */
async function accountOfPostgres() {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (of) => Number((await run('id', [of, 'postgres'], { show: false })).output)),
  )
  if (!uid || !gid)
    throw new Fault(
      'PostgreSQL refuses to run as root, and there is no user postgres. Start as an ordinary user.',
    )
  return { uid, gid }
}

async function until(condition, fault, limit = followLimit) {
  for (const end = Date.now() + limit; !(await condition()); await sleep(100)) {
    if (Date.now() > end) throw new Fault(`${fault} within ${limit / 1000} s.`)
  }
}
