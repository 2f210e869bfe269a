import { execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findNginx, nginxAround } from '../scripts/lib/nginx.mjs'
import { freePort } from '../scripts/lib/ports.mjs'

/** What a configuration is written with: free ports, and a certificate for 127.0.0.1 and console.test, valid for a day. */
export interface Place {
  port: number
  /** A second free port, for a configuration that listens twice. */
  otherPort: number
  certificate: string
  key: string
}

export interface Nginx extends Place {
  /** `http://127.0.0.1:PORT`, or https where the configuration says `ssl`. */
  url: string
  /** Stops it, connections and all, and removes its files. */
  stop: () => Promise<void>
  /** Its error log so far, line by line. */
  said: string[]
}

/** Why the tests behind a proxy cannot run here; nothing when they can. */
export const noNginx = findNginx() ? undefined : 'There is no nginx with openssl on this machine.'

/**
 * A real nginx in the foreground, as this user, in a folder of its own. `site` is what stands inside `http {}` (as in a
 * file of conf.d), or a function that writes it for the free port and the certificate that it is given. Throws what
 * nginx says about a configuration that it refuses.
 */
export async function startNginx(site: string | ((place: Place) => string)): Promise<Nginx> {
  const programs = findNginx()
  if (programs === undefined) throw new Error(noNginx)
  const folder = await mkdtemp(join(tmpdir(), 'atrium-nginx-'))
  await chmod(folder, 0o711)
  const place = {
    port: await freePort(),
    otherPort: await freePort(),
    ...(await throwawayCertificate(programs, folder)),
  }
  const written = typeof site === 'string' ? site : site(place)
  const port = typeof site === 'string' ? portIn(site) : place.port
  await writeFile(join(folder, 'nginx.conf'), nginxAround(folder, written))
  const child = spawn(programs.nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    env: programs.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const kill = () => child.kill('SIGTERM')
  process.once('exit', kill)
  const said: string[] = []
  child.stderr.on('data', (chunk) => said.push(...String(chunk).split('\n').filter(Boolean)))
  let hasEnded = false
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => said.push(error.message))
    child.once('close', () => {
      hasEnded = true
      resolve()
    })
  })
  const stop = async () => {
    kill()
    await ended
    process.off('exit', kill)
    await rm(folder, { recursive: true, force: true })
  }
  for (const limit = Date.now() + 10_000; hasEnded || !(await listens(port)); await sleep(20)) {
    if (!hasEnded && Date.now() < limit) continue
    await stop()
    throw new Error(`nginx does not listen on ${port}. It said:\n${said.join('\n')}`)
  }
  const scheme = new RegExp(`listen\\s+(\\S+:)?${port}\\s[^;]*\\bssl\\b`).test(written) ? 'https' : 'http'
  return { ...place, port, url: `${scheme}://127.0.0.1:${port}`, stop, said }
}

function portIn(site: string): number {
  const port = /listen\s+(?:\S+:)?(\d+)/.exec(site)?.[1]
  if (port === undefined) throw new Error('the configuration listens nowhere')
  return Number(port)
}

type Programs = NonNullable<ReturnType<typeof findNginx>>

async function throwawayCertificate(
  { openssl, env }: Programs,
  folder: string,
): Promise<{ certificate: string; key: string }> {
  const certificate = join(folder, 'certificate.pem')
  const key = join(folder, 'key.pem')
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1']
  const names = ['-subj', '/CN=console.test', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:console.test']
  const files = ['-keyout', key, '-out', certificate]
  await promisify(execFile)(openssl, ['req', ...kind, ...names, ...files], { env })
  return { certificate, key }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
