import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test as base } from 'playwright/test'
import { findNginx } from '../scripts/lib/nginx.mjs'
import { freePort } from '../scripts/lib/ports.mjs'
import type { Stack } from '../scripts/lib/stack.mjs'
import { type Diagnosis, diagnose } from '../tools/doctor/diagnose'
import {
  type Lines,
  type Misconfiguration,
  misconfigurations,
  rightLocation,
  rightServer,
} from './misconfigurations'
import { type Place, startNginx } from './nginx'
import { keys, makeFolder, startConsole, startWhole } from './stack'

const secret = keys.SESSION_SECRET
/** Doctors at work at once; each of them waits most of the time. */
const doctors = 10
const right: Misconfiguration = { name: 'right', ids: [], lines: [] }

interface DoctorFixture {
  /** The doctor’s word on a configuration; the first question sends the doctors to all of them. */
  diagnosis: (name: string) => Promise<Diagnosis> | undefined
  /** What the command is given for the right configuration. */
  command: { url: string; own: string; ca: string; http: string; env: Record<string, string> }
}

/** One console, and another with a secret of its own, behind one nginx that has a server for each configuration. */
export const test = base.extend<object, { doctor: DoctorFixture }>({
  doctor: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const { path: folder, remove } = await makeFolder('doctor')
      const certificate = join(folder, 'certificate.pem')
      const expired = join(folder, 'expired.pem')
      const [port = 0, otherPort = 0, closed, ...ports] = await freePorts(50)
      const console = `http://127.0.0.1:${port}`
      const nowhere = `http://127.0.0.1:${closed}`
      const cases = [right, ...misconfigurations({ console, mixed: 'http://mixed', nowhere, expired })]
      const nginx = await startNginx((place) => {
        signAnew(place, certificate, 90)
        signAnew(place, expired, -1)
        const own = { ...place, certificate }
        const servers = cases.map((one, index) => serverOf(one, ports[index] ?? 0, own, console))
        return `
          map $http_upgrade $upgrading { default upgrade; '' ''; }
          upstream mixed { server 127.0.0.1:${port}; server 127.0.0.1:${otherPort}; }
          proxy_cache_path ${dirname(place.key)}/cache keys_zone=pages:1m;
          server { listen 127.0.0.1:${place.port}; return 301 https://127.0.0.1:${ports[0]}$request_uri; }
          ${servers.join('\n')}`
      })
      // After nginx has its many ports.
      const [stack, stranger] = await startConsoles(port, otherPort, ports)
      const ca = [await readFile(certificate, 'utf8')]
      let diagnoses: Map<string, Promise<Diagnosis>> | undefined
      const diagnosis = (name: string) => {
        diagnoses ??= examine(cases, ports, new URL(console), ca)
        return diagnoses.get(name)
      }
      const command = {
        url: `https://127.0.0.1:${ports[0]}`,
        own: console,
        http: `http://127.0.0.1:${nginx.port}`,
        ca: certificate,
        env: { PORT: String(port), SESSION_SECRET: secret },
      }
      await use({ diagnosis, command })
      await Promise.allSettled(diagnoses?.values() ?? [])
      await nginx.stop()
      await stranger.stop()
      await stack.stop()
      await remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Free ports, no two of them alike. */
async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

async function startConsoles(port: number, otherPort: number, ports: number[]): Promise<[Stack, Stack]> {
  const env = {
    ...keys,
    TRUSTED_PROXIES: '127.0.0.1',
    UPSTREAM_TIMEOUT_MS: '3000',
    PUBLIC_ORIGIN: ports.map((one) => `https://127.0.0.1:${one}`).join(','),
  }
  const [platformPort, emsPort, wmsPort] = ports.slice(-3)
  const stack = await startWhole(env, { port, platformPort, emsPort, wmsPort })
  const other = { ...env, SESSION_SECRET: 'a-secret-that-no-other-process-knows-0123456789' }
  return [stack, await startConsole(stack.platformUrl, other, { port: otherPort })]
}

/** The certificate of `place` once more, for so many days from now on. */
function signAnew({ certificate, key }: Place, file: string, days: number): void {
  const programs = findNginx()
  if (programs === undefined) return
  const args = ['x509', '-in', certificate, '-signkey', key, '-days', String(days), '-out', file]
  execFileSync(programs.openssl, args, { env: programs.env, stdio: 'ignore' })
}

function serverOf(
  { server, location }: Misconfiguration,
  port: number,
  place: Place,
  console: string,
): string {
  const own: Lines = {
    listen: `127.0.0.1:${port} ssl`,
    ssl_certificate: place.certificate,
    ssl_certificate_key: place.key,
  }
  return `server {
    ${written({ ...own, ...rightServer, ...server })}
    location / {
      ${written({ ...rightLocation(console), ...location })}
    }
  }`
}

function written(lines: Lines): string {
  return Object.entries(lines)
    .filter(([, value]) => value !== undefined)
    .map(([name, value = '']) => `${name} ${value}${value.startsWith('{') ? '' : ';'}`)
    .join('\n')
}

/** Sends the doctor to all of them, a few at a time. */
function examine(
  cases: Misconfiguration[],
  ports: number[],
  own: URL,
  ca: string[],
): Map<string, Promise<Diagnosis>> {
  const waiting: (() => Promise<unknown>)[] = []
  const diagnoses = new Map(
    cases.map(({ name, path = '' }, index) => {
      const url = new URL(`https://127.0.0.1:${ports[index]}${path}`)
      const options = { url, own, secret, json: false, insecure: name === expiredName, ca }
      const promise = new Promise<Diagnosis>((resolve) => {
        waiting.push(() => {
          const diagnosis = diagnose(options)
          resolve(diagnosis)
          return diagnosis.catch(() => undefined)
        })
      })
      return [name, promise]
    }),
  )
  const oneByOne = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next()
  }
  for (let count = 0; count < doctors; count += 1) void oneByOne()
  return diagnoses
}
const expiredName = 'an expired certificate'
