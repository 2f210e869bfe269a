import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../scripts/lib/ports.mjs'
import type { Stack } from '../scripts/lib/stack.mjs'
import { sharedStack } from './global-setup'
import { type Nginx, type Place, startNginx } from './nginx'
import { keys, type Settings, startConsole } from './stack'
import { type Console, unpackedConsole } from './unpacked'

const subPath = '/console'

/** How the console stands behind nginx: at the top, under a sub-path, or at the top behind TLS. */
export type Shape = 'plain' | 'sub-path' | 'tls'

export interface Site {
  /** Scheme, name and port that people type. */
  origin: string
  /** The sub-path, or nothing. */
  prefix: string
  nginx: Nginx
  /** The console's processes behind it. */
  consoles: Console[]
  /** Where these listen. */
  ports: number[]
  stop: () => Promise<void>
}

interface Options {
  shape?: Shape
  /** The name that people type; an address unless said otherwise. */
  host?: string
  processes?: number
  env?: Record<string, string | undefined>
  /** The last touch to the configuration of docs/. */
  edit?: (text: string) => string
}

/** A console of its own over the shared platform, behind an nginx with the configuration of docs/proxy. */
export async function startSite({
  shape = 'plain',
  host = '127.0.0.1',
  processes = 1,
  env = {},
  edit = (text) => text,
}: Options = {}): Promise<Site> {
  const ports = await Promise.all(Array.from({ length: processes }, freePort))
  const file = shape === 'sub-path' ? 'nginx-sub-path.conf' : 'nginx.conf'
  const ready = await documented(file, ports, shape === 'tls')
  const nginx = await startNginx((place) => edit(ready(place)))
  const origin = `${shape === 'tls' ? 'https' : 'http'}://${host}:${nginx.port}`
  const prefix = shape === 'sub-path' ? subPath : ''
  // A clone's own build stands at the top; that of an archive stands anywhere.
  const place = prefix === '' ? startBehind : startArchived
  const start = (port: number) => place(port, { PUBLIC_ORIGIN: origin, BASE_PATH: prefix, ...env })
  const consoles = await Promise.all(ports.map(start))
  const stop = async () => {
    await nginx.stop()
    await Promise.all(consoles.map((console) => console.stop()))
  }
  return { origin, prefix, nginx, consoles, ports, stop }
}

/** A console over the platform that all tests share. */
export function startBehind(port: number, env: Settings): Promise<Stack> {
  const { platformUrl, settings } = sharedStack()
  return startConsole(platformUrl, { ...settings, TRUSTED_PROXIES: '127.0.0.1', ...env }, { port })
}

/** The same from an archive. */
async function startArchived(port: number, env: Settings): Promise<Console> {
  const { platformUrl: PLATFORM_URL, settings } = sharedStack()
  const own = { ...keys, ...settings, PLATFORM_URL, PORT: String(port), TRUSTED_PROXIES: '127.0.0.1' }
  const archived = await unpackedConsole({ ...own, ...env })
  await archived.console.start()
  return archived
}

/** The configuration of a proxy that stands behind another one, as its comment says. */
export const behindAnother = (text: string): string =>
  text
    .replace('proxy_set_header X-Forwarded-For $remote_addr;', '')
    .replace('proxy_set_header X-Forwarded-Proto $scheme;', '')
    .replace('proxy_set_header X-Request-ID $request_id;', '')
    .replace(
      /# (?=proxy_set_header \S+ \$(proxy_add_x_forwarded_for|http_x_forwarded_proto|http_x_request_id);)/g,
      '',
    )

const docs = join(import.meta.dirname, '..', 'docs', 'proxy')

/** A configuration of docs/ at the ports and with the certificate of a test; without TLS as its comment says. */
export async function documented(
  file: string,
  ports: number[],
  tls: boolean,
): Promise<(place: Place) => string> {
  const [text, pass] = await Promise.all(
    [file, 'nginx-pass.conf'].map((name) => readFile(join(docs, name), 'utf8')),
  )
  const [server = ''] = /server 127\.0\.0\.1:3000 .*;/.exec(text ?? '') ?? []
  const servers = ports.map((port) => server.replace('3000', String(port))).join('\n')
  // Comments name what is replaced, too.
  const whole = (text ?? '')
    .replace(/^ *#.*$/gm, '')
    .replace(server, servers)
    .replace('/etc/nginx/atrium/', `${docs}/`)
    .replaceAll('include snippets/atrium-pass.conf;', pass ?? '')
    .replace(/server_name (console|intranet)\.example\.com;/g, '')
  const plain = whole.replace(/^.*# TLS$/gm, '').replace('listen 443 ssl http2;', 'listen 80;')
  return ({ port, otherPort, certificate, key }) =>
    tls
      ? whole
          .replace('listen 80;', `listen 127.0.0.1:${otherPort};`)
          .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
          .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
          .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
      : plain.replace('listen 80;', `listen 127.0.0.1:${port};`)
}
