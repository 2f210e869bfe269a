import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages, takesPackages } from '../debian.mjs'
import { Fault } from '../fault.mjs'
import { findNginx } from '../nginx.mjs'
import { step } from '../steps.mjs'

/** Debian keeps some outside of the PATH of most users. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const versions = '/usr/lib/postgresql'

/** The programs of a cluster, and Debian's package of each. */
const packages = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  postgres: 'postgresql',
  nginx: 'nginx-light',
  setpriv: 'util-linux',
}

/** Where the programs are; those of PostgreSQL as the folder that holds them, of the newest version. */
function findPrograms() {
  const find = (name) => folders.map((folder) => join(folder, name)).find((path) => path && existsSync(path))
  return {
    etcd: find('etcd'),
    patroni: find('patroni'),
    haproxy: find('haproxy'),
    postgres: newestPostgres(),
    nginx: findNginx()?.nginx,
    setpriv: find('setpriv'),
  }
}

function newestPostgres() {
  if (!existsSync(versions)) return undefined
  const found = readdirSync(versions)
    .filter((version) => existsSync(join(versions, version, 'bin', 'postgres')))
    .toSorted((a, b) => Number(b) - Number(a))
  return found[0] && join(versions, found[0], 'bin')
}

const missingIn = (programs) => Object.keys(packages).filter((name) => programs[name] === undefined)

/** Every program that a cluster is made of. @throws Fault that names the packages to install */
export function clusterPrograms(programs = findPrograms()) {
  const missing = missingIn(programs).map((name) => packages[name])
  if (missing.length === 0) return programs
  const [these, them] = missing.length === 1 ? ['this one is', 'it'] : ['these are', 'them']
  throw new Fault(
    `A cluster is made of Debian’s packages, and of these ${these} missing: ${missing.join(', ')}. Install ${them}: apt-get install ${missing.join(' ')}`,
  )
}

/** Installs what is missing, for the tests, where we may; else, and where that fails, `clusterPrograms` says what is missing. */
export async function ensureClusterPrograms() {
  const missing = missingIn(findPrograms()).map((name) => packages[name])
  if (missing.length === 0 || !takesPackages()) return
  await step(`Installing ${missing.join(', ')} for the tests of a cluster`, () => install(missing))
}

/** Debian starts what it installs, on the ports that everybody knows; where nobody has said otherwise, not here. */
const startPolicy = '/usr/sbin/policy-rc.d'

async function install(missing) {
  const isOurs = !existsSync(startPolicy)
  if (isOurs) writeFileSync(startPolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await installPackages(...missing)
  } finally {
    if (isOurs) rmSync(startPolicy)
  }
}
