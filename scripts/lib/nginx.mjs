import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { takesPackages } from './debian.mjs'
import { results } from './paths.mjs'
import { lastWords, run } from './run.mjs'
import { step } from './steps.mjs'

/** An nginx for the tests alone is unpacked here. Installed as a package it would serve port 80 from then on. */
const own = join(results, 'nginx')
/** Debian keeps it outside of the PATH of most users. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** The programs that tests behind a proxy need, with their environment; nothing when one of them is missing. */
export function findNginx() {
  const nginx = find('nginx', process.env.NGINX)
  const openssl = find('openssl')
  return nginx && openssl && { nginx, openssl, env: environment() }
}

function find(name, given) {
  const places = [...folders, join(own, 'usr', 'sbin'), join(own, 'usr', 'bin')]
  return [given, ...places.map((folder) => join(folder, name))].find((path) => path && existsSync(path))
}

/** Libraries that came along with an unpacked nginx. */
function environment() {
  const libraries = join(own, 'usr', 'lib')
  if (!existsSync(libraries)) return process.env
  const paths = readdirSync(libraries).map((folder) => join(libraries, folder))
  return { ...process.env, LD_LIBRARY_PATH: [...paths, process.env.LD_LIBRARY_PATH ?? ''].join(':') }
}

/** Gets an nginx where the machine has none and lets us; without one the tests behind a proxy are skipped, and say so. */
export async function ensureNginx() {
  if (findNginx()) return
  await step('Getting nginx for the tests behind a proxy', unpack)
  if (findNginx()) return
  console.log(
    '  There is no nginx, and none could be had: the tests behind a proxy are skipped. Install nginx and openssl (Debian: apt-get install nginx-light openssl), or set NGINX to its path.',
  )
}

/** Debian's packages with whatever they need that is not installed, downloaded and unpacked, not installed. */
async function unpack() {
  if (!takesPackages()) return
  const packages = join(own, 'packages')
  mkdirSync(join(packages, 'partial'), { recursive: true })
  await run('apt-get', ['update'], { show: false })
  const onlyFetch = [
    '-y',
    '--download-only',
    '--no-install-recommends',
    '-o',
    `Dir::Cache::archives=${packages}`,
  ]
  const { code, output } = await run('apt-get', ['install', ...onlyFetch, 'nginx-light', 'openssl'], {
    show: false,
  })
  if (code !== 0) return console.log(lastWords(output, 5))
  for (const name of readdirSync(packages).filter((file) => file.endsWith('.deb')))
    await run('dpkg', ['--extract', join(packages, name), own], { show: false })
}

/** The settings around a site: it runs in the foreground, as this user, and writes to `folder` only. */
export function nginxAround(folder, site) {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
error_log stderr info;
pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  ${site}
}
`
}
