import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { alone } from '../../scripts/lib/alone.mjs'
import { consoleSources } from '../../scripts/lib/build.mjs'
import { Fault } from '../../scripts/lib/fault.mjs'
import { results, root } from '../../scripts/lib/paths.mjs'
import { hashOf } from '../../scripts/lib/source-hash.mjs'
import { makeRelease } from './main.mjs'
import { describeSource } from './source.mjs'

const others = ['platform', 'demo', 'packages', 'scripts', 'tools', 'docs', 'SECURITY.md', 'CHANGELOG.md']

/** The archive of what is here now, made once for all tests; or the one that ATRIUM_ARCHIVE names. */
export async function ensureArchive() {
  if (process.env.ATRIUM_ARCHIVE) return resolve(process.env.ATRIUM_ARCHIVE)
  const { name, commit } = describeSource()
  const kept = join(results, 'release')
  const folder = join(kept, hashOf(root, [...consoleSources, ...others], commit))
  const file = join(folder, `${name}.tar.gz`)
  if (existsSync(file)) return file
  await alone(join(results, 'release.lock'), async () => {
    if (existsSync(file)) return
    rmSync(kept, { recursive: true, force: true })
    const draft = join(kept, 'draft')
    await makeRelease(draft)
    renameSync(draft, folder)
  })
  return file
}

/** Unpacks an archive into a new folder, as an operator does; gives the command in it. */
export function unpack(archive, folder) {
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Fault(`${folder} is not empty.`)
  const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', folder])
  if (status !== 0) throw new Fault(`${archive} could not be unpacked:\n${stderr}`)
  return join(folder, 'atrium')
}
