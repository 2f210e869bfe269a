import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { nginxAround } from '../nginx.mjs'
import { addresses } from './documents.mjs'
import { createProgram } from './program.mjs'

/** What the programs of a cluster have in common: where they are, as whom they run, and who hears of them. */
export function memberMaker({ programs, folder, documents, account, onLine, onDeath }) {
  const own = { onDeath }
  const told = (name) => ({ ...own, onLine: (line) => onLine(name, line) })

  /** A file for this machine alone, readable by who needs it. */
  function keep(machine, name, text) {
    const path = join(folder, machine, name)
    writeFileSync(path, text, { mode: 0o600 })
    give(path)
    return path
  }

  function give(path) {
    if (account) chownSync(path, account.uid, account.gid)
  }

  function makeFolder(path) {
    mkdirSync(path, { mode: 0o711 })
    give(path)
  }

  for (const machine of Object.keys(addresses)) makeFolder(join(folder, machine))

  return {
    async etcd(machine) {
      const env = parseEnv(await documents.adapt('etcd.env', machine))
      const path = join(folder, machine, 'etcd')
      makeFolder(path)
      return createProgram({
        name: `etcd ${machine}`,
        program: programs.etcd,
        args: [],
        env: { ...env, ETCD_LOGGER: 'zap', ETCD_LOG_LEVEL: 'warn' },
        account,
        isReady: () => answers(`${env.ETCD_ADVERTISE_CLIENT_URLS}/health`),
        ...told(`etcd ${machine}`),
      })
    },

    /** Patroni with its PostgreSQL. `role` asks which of the two it is at this moment. */
    async database(machine) {
      makeFolder(join(folder, machine, 'postgresql'))
      const path = keep(machine, 'patroni.yml', await documents.adapt('patroni.yml', machine))
      const api = `http://127.0.0.1:${await documents.portOf(machine, 8008)}`
      const isRole = (role) => answers(`${api}/${role}`)
      const patroni = createProgram({
        name: `patroni ${machine}`,
        program: programs.patroni,
        args: [path],
        env: { HOME: join(folder, machine) },
        account,
        // The first start makes a database, or copies one.
        startLimit: 120_000,
        stopLimit: 60_000,
        isReady: async () => (await isRole('primary')) || (await isRole('replica')),
        ...told(`patroni ${machine}`),
      })
      const killPostgres = () => {
        const pid = join(folder, machine, 'postgresql', 'atrium', 'postmaster.pid')
        process.kill(Number(readFileSync(pid, 'utf8').split('\n')[0]), 'SIGKILL')
      }
      return Object.assign(patroni, {
        machine,
        port: await documents.portOf(machine, 5432),
        isPrimary: () => isRole('primary'),
        /** It has all that was acknowledged, and may become primary. */
        isSynchronous: () => isRole('synchronous'),
        /** SIGKILL to PostgreSQL alone, which Patroni sees. */
        crash: killPostgres,
        /** SIGKILL to both, as when the machine is gone. */
        async vanish() {
          await patroni.kill()
          killPostgres()
        },
      })
    },

    async haproxy(machine) {
      const path = keep(machine, 'haproxy.cfg', await documents.adapt('haproxy.cfg', machine))
      const port = await documents.portOf(machine, 5000)
      return createProgram({
        name: `haproxy ${machine}`,
        program: programs.haproxy,
        args: ['-db', '-f', path],
        account,
        isReady: () => listens(port),
        ...told(`haproxy ${machine}`),
      })
    },

    async nginx(port, consoles) {
      const path = join(folder, 'nginx')
      mkdirSync(path, { mode: 0o711 })
      const file = join(path, 'nginx.conf')
      writeFileSync(file, nginxAround(path, documents.proxy({ port, consoles })))
      return createProgram({
        name: 'nginx',
        program: programs.nginx,
        args: ['-p', path, '-c', file],
        isReady: () => listens(port),
        ...told('nginx'),
      })
    },
  }
}

async function answers(address) {
  try {
    const { ok, body } = await fetch(address, { signal: AbortSignal.timeout(2_000) })
    await body?.cancel()
    return ok
  } catch {
    return false
  }
}

function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (found) => {
      socket.destroy()
      resolve(found)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}
