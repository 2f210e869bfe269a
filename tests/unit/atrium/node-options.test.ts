import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atriumCommand, root } from './run-atrium.ts'

const { folder, atrium } = atriumCommand()
const says =
  /✖ NODE_OPTIONS=--bogus is refused by Node \(.*--bogus is not allowed in NODE_OPTIONS.*\)\. Mend it, or take it out/

test('OPS-3 options that Node refuses are told under their name, where the settings file has them', () => {
  for (const args of [['start'], ['start', '--check']]) {
    const { status, words } = atrium(args, 'NODE_OPTIONS=--bogus\n')
    expect(words).toMatch(says)
    expect(status).toBe(2)
  }
})

test.skipIf(process.platform === 'win32')(
  'OPS-3 and where the environment has them: an archive does not take that for a Node of another system',
  () => {
    mkdirSync(join(folder, 'bin'))
    symlinkSync(process.execPath, join(folder, 'bin', 'node'))
    copyFileSync(join(root, 'tools/release/atrium.sh'), join(folder, 'atrium'))
    const env = { ...process.env, NODE_OPTIONS: '--bogus' }
    const { status, stderr } = spawnSync('sh', [join(folder, 'atrium'), 'version'], { encoding: 'utf8', env })
    expect(stderr).toMatch(says)
    expect(status).toBe(2)
  },
)
