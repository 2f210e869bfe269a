import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll } from 'vitest'

export const root = resolve(import.meta.dirname, '../../..')
export const archive = join(root, 'tools/atrium/archive.mjs')

/** `atrium` as a program, in a folder of its own that goes with the tests of the file. */
export function atriumCommand() {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-command-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  /** With a settings file and nothing else that is set here. */
  const given = (settings: string) => {
    const file = join(folder, 'atrium.env')
    writeFileSync(file, settings)
    return {
      encoding: 'utf8',
      cwd: root,
      // A start that should be refused would go on and on.
      timeout: 120_000,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', ATRIUM_ENV: file },
    } as const
  }
  const atrium = (args: readonly string[], settings = '') => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [archive, ...args], given(settings))
    return { status, words: stdout + stderr }
  }
  return { folder, given, atrium }
}
