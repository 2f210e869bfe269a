import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/paths.mjs'

const documents = ['SECURITY.md', 'CHANGELOG.md', 'docs', 'packages/client/README.md', 'demo/ems/README.md']
/** Of those who work on Atrium. */
const ours = new Set(['decisions', 'requirements.md', 'specification.md'])

/** Says what the folder is to its own programs, to Node and to people. */
export function writePapers(folder, source) {
  const { name: _, ...told } = source
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(told, null, 2)}\n`)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ type: 'module', private: true })}\n`)
  for (const name of documents)
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !isOurs(path) })
  cpSync(join(import.meta.dirname, 'readme.md'), join(folder, 'README.md'))
  copyLicences(join(folder, 'licenses'))
}

const isOurs = (path) =>
  path.startsWith(join(root, 'docs')) && ours.has(path.slice(root.length).split('/')[2])

/** Of every package that the archive holds, whole or in part. */
function copyLicences(folder) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const [path, { dev }] of Object.entries(packages)) {
    if (path === '' || dev || !existsSync(join(root, path))) continue
    const name = path.replaceAll(/(^|\/)node_modules\//g, '$1')
    for (const file of readdirSync(join(root, path)))
      if (/^(licen[cs]e|copying|notice)/i.test(file))
        cpSync(join(root, path, file), join(folder, name, file), { recursive: true })
  }
}

/** The command, and beside the folder a link to it, so that a newer archive unpacked there takes its place. */
export function writeLauncher(stage, name) {
  const file = join(stage, name, 'atrium')
  cpSync(join(import.meta.dirname, 'atrium.sh'), file)
  chmodSync(file, 0o755)
  symlinkSync(join(name, 'atrium'), join(stage, 'atrium'))
}
