import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../paths.mjs'
import { freePort } from '../ports.mjs'

/** The machines of docs/operate/cluster.md, by their names. */
export const addresses = { a: '10.0.0.1', b: '10.0.0.2', c: '10.0.0.3' }

const docs = join(root, 'docs')
const read = (...path) => readFileSync(join(docs, ...path), 'utf8')

/**
 * The very files of docs/operate/cluster, fitted to one machine: every address and port of theirs becomes a free port of
 * this one, the same one wherever it is named, and every folder one below `folder`.
 */
export function clusterDocuments({ folder, postgres, passwords }) {
  const ports = new Map()
  const portOf = (machine, port) => {
    const key = `${machine} ${port}`
    if (!ports.has(key)) ports.set(key, freePort())
    return ports.get(key)
  }
  const nameOf = (address) => Object.keys(addresses).find((name) => addresses[name] === address)

  /** A line names the ports of one machine, or says of which machine each is. */
  async function fitLine(line, machine) {
    const places = [...line.matchAll(/(10\.0\.0\.\d+|127\.0\.0\.1):(\d+)/g)]
    let fitted = line
    for (const [place, address, port] of places) {
      fitted = fitted.replace(place, `127.0.0.1:${await portOf(nameOf(address) ?? machine, port)}`)
    }
    const checked = /check port (\d+)/.exec(line)
    if (checked) {
      const port = await portOf(nameOf(places[0]?.[1]) ?? machine, checked[1])
      fitted = fitted.replace(checked[0], `check port ${port}`)
    }
    return fitted.replaceAll('10.0.0.0/24', '127.0.0.1/32')
  }

  /** What stands in a file of that name on that machine. */
  async function adapt(name, machine) {
    let text = read('operate', 'cluster', name)
      .replaceAll('@NAME@', machine)
      .replaceAll('@ADDRESS@', addresses[machine])
      .replaceAll(/\/usr\/lib\/postgresql\/\d+\/bin/g, postgres)
      .replaceAll('/var/lib', join(folder, machine))
      .replaceAll('/var/run/postgresql', join(folder, machine))
      // Whoever is no root already cannot become another user.
      .replaceAll(/^ {2}(user|group) haproxy\n/gm, '')
    for (const [account, password] of Object.entries(passwords)) {
      text = text.replaceAll(`change-me-${account}`, password)
    }
    const lines = []
    for (const line of text.split('\n')) lines.push(await fitLine(line, machine))
    return lines.join('\n')
  }

  /** docs/proxy/nginx.conf without TLS, as its first lines say, in front of these consoles. */
  function proxy({ port, consoles }) {
    const [server, backup] = read('proxy', 'nginx.conf').match(/server 127\.0\.0\.1:3000 .*;/g)
    const servers = [server, backup]
      .flatMap((line) => consoles.map((console) => line.replace('3000', String(console))))
      .join('\n')
    return read('proxy', 'nginx.conf')
      .replace(/^ *#.*$/gm, '')
      .replace(server, servers)
      .replace(/^.*# TLS$/gm, '')
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
      .replace(/server_name console\.example\.com;/g, '')
      .replace('/etc/nginx/atrium/', `${join(docs, 'proxy')}/`)
      .replaceAll('include snippets/atrium-pass.conf;', read('proxy', 'nginx-pass.conf'))
  }

  return { adapt, proxy, portOf }
}
