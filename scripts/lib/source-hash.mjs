import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One hash over the named files, and over all below the named folders but what is built there; `beside` is what else a build depends on. */
export function hashOf(folder, names, beside = '') {
  const hash = createHash('sha256').update(`${beside}\0`)
  for (const file of names.flatMap((name) => filesOf(folder, name))) {
    const content = readFileSync(join(folder, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesOf(folder, name) {
  if (!existsSync(join(folder, name))) return []
  let entries
  try {
    entries = readdirSync(join(folder, name), { withFileTypes: true })
  } catch {
    return [name]
  }
  return entries
    .filter(({ name }) => name !== 'dist' && !name.endsWith('.tgz'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesOf(folder, `${name}/${entry.name}`) : `${name}/${entry.name}`,
    )
    .filter((file) => !file.endsWith('.d.json.ts'))
}
