import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { unpack } from '../../tools/release/ensure.mjs'
import { noNamespaces } from './sandbox.ts'

let folder = ''
/** The documents of the archive. */
let documents = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-deploy-'))
  const command = unpack(inject('archive'), join(folder, 'unpacked'))
  documents = join(
    command,
    '..',
    spawnSync('readlink', [command], { encoding: 'utf8' }).stdout.trim(),
    '..',
    'docs',
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

const hasAnalysis = spawnSync('systemd-analyze', ['security', '--help'], {
  encoding: 'utf8',
}).stdout?.includes('--offline')

test.skipIf(!hasAnalysis)('OPS-9 systemd finds little to say against the unit', () => {
  const unit = join(documents, 'operate/atrium.service')
  const { stdout, stderr } = spawnSync('systemd-analyze', ['security', '--offline=true', unit], {
    encoding: 'utf8',
  })
  const [, exposure] = /Overall exposure level for atrium\.service: ([\d.]+)/.exec(stdout) ?? []
  expect(Number(exposure), stdout + stderr).toBeLessThan(3)
})

/** The instructions of a Dockerfile, the last of each kind. */
function instructionsOf(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8')
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', '')
  return Object.fromEntries([...lines.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, name, rest]) => [name, rest]))
}
const listIn = (text = '[]'): string[] => JSON.parse(text)

const reason = noNamespaces()
test.skipIf(reason !== undefined)(
  `OPS-9 an image of the archive runs as nobody in particular, on a read-only root, and says that it is healthy ${reason ?? ''}`,
  () => {
    const { RUN, USER, ENV, VOLUME, HEALTHCHECK, ENTRYPOINT, CMD, ...others } = instructionsOf(
      join(documents, 'operate/Dockerfile'),
    )
    expect(Object.keys(others).sort()).toEqual(['ADD', 'ARG', 'EXPOSE', 'FROM'])
    expect(RUN).not.toMatch(/apt|npm|curl|wget/)
    const root = mkdtempSync(join(folder, 'root-'))
    const values = [
      ...[RUN, USER, ENV, listIn(VOLUME)[0], HEALTHCHECK?.replace(/^.*?CMD /, '')],
      [...listIn(ENTRYPOINT), ...listIn(CMD)].join(' '),
    ].map((value) => value ?? '')
    const { stdout, stderr } = spawnSync(
      'unshare',
      [
        '--mount',
        '--net',
        '--pid',
        '--fork',
        '--kill-child',
        'sh',
        join(import.meta.dirname, 'image.sh'),
        root,
        inject('archive'),
        ...values,
      ],
      { encoding: 'utf8', timeout: 300_000 },
    )
    expect(stdout, stderr).toContain('\nHEALTHY\n')
    expect(stdout).not.toMatch(/HEALTHY before|WRITES|NEVER/)
    expect(stdout).toMatch(/Uid:\s+10001\s/)
    expect(stdout).toContain('ENDED well')
  },
)
