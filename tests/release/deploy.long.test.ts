import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { unpack } from '../../tools/release/ensure.mjs'
import { commandsOf, makePodman, noContainers } from './container.ts'
import { blocksOf } from './guide.ts'
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

test.skipIf(!hasAnalysis)('OPS-9 systemd understands every line of the unit', () => {
  const unit = join(folder, 'atrium.service')
  const text = readFileSync(join(documents, 'operate/atrium.service'), 'utf8')
  const command = join(folder, 'unpacked', 'atrium')
  writeFileSync(unit, text.replace('ExecStart=/opt/atrium/atrium ', `ExecStart=${command} `))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  expect({ status, words: stdout + stderr }).toEqual({ status: 0, words: '' })
})

/** The instructions of a Dockerfile, the last of each kind. */
function instructionsOf(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8')
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', '')
  return Object.fromEntries([...lines.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, name, rest]) => [name, rest]))
}
const listIn = (text = '[]'): string[] => JSON.parse(text)

const noContainer = noContainers()
test.skipIf(noContainer !== undefined)(
  `OPS-9 Podman builds the image as the Dockerfile says, and runs it as it says ${noContainer ?? ''}`,
  async () => {
    const place = mkdtempSync(join(folder, 'podman-'))
    const podman = makePodman(place)
    cpSync(join(documents, 'operate/Dockerfile'), join(place, 'Dockerfile'))
    cpSync(inject('archive'), join(place, basename(inject('archive'))))
    const { build, run } = commandsOf(join(documents, 'operate/Dockerfile'), inject('archive'))
    const limits = ['--ulimit', 'nofile=1024:1024']
    const alone = ['--pull=never', '--network=none', ...limits]
    const built = podman('build', '--format', 'docker', ...alone, ...build)
    expect(built.status, built.words).toBe(0)
    // Without a network there is no port to open; the first process of it all is Atrium's own.
    const words = run.filter((word, at) => word !== '--init' && word !== '-p' && run[at - 1] !== '-p')
    expect(words).toEqual(expect.arrayContaining(['--read-only', '--cap-drop', '--security-opt']))
    const started = podman('run', ...alone, '--ulimit', 'nproc=4000:4000', ...words)
    try {
      expect(started.status, started.words).toBe(0)
      const health = () => podman('healthcheck', 'run', 'atrium').status
      await expect.poll(health, { timeout: 120_000 }).toBe(0)
      const inside = podman('exec', 'atrium', 'sh', '-c', 'echo x > /opt/atrium/x || id; cat /proc/1/status')
      expect(inside.words).toContain('uid=10001(atrium)')
      expect(inside.words).toMatch(/CapBnd:\s+0{16}\n[\s\S]*NoNewPrivs:\s+1/)
      expect(podman('stop', '-t', '20', 'atrium').status).toBe(0)
      expect(podman('inspect', 'atrium', '--format', 'code {{.State.ExitCode}}').words).toContain('code 0')
      expect(podman('logs', 'atrium').words).toContain('Stopped.')
    } finally {
      podman('rm', '-f', '-v', 'atrium')
    }
  },
)

const reason = noNamespaces()
test.skipIf(reason !== undefined)(
  `OPS-9 the guide leads from the archive to a copy of what is stored, and back to it with the key of its log ${reason ?? ''}`,
  () => {
    const guide = join(documents, 'operate/README.md')
    const place = mkdtempSync(join(folder, 'guide-'))
    // The service's user passes through.
    for (const open of [folder, place]) chmodSync(open, 0o755)
    const archive = basename(inject('archive'))
    for (const file of [inject('archive'), `${inject('archive')}.sha256`])
      cpSync(file, join(place, basename(file)))
    const [settings, check] = blocksOf(guide, 5)
    const scripts = {
      'fetch.sh': blocksOf(guide, 2)[0],
      'install.sh': blocksOf(guide, 4)[0],
      'settings.env': settings,
      'check.sh': check,
      'backup.sh': blocksOf(guide, 9)[0],
      // No systemd is there.
      'back.sh': blocksOf(guide, 10)[2]?.replaceAll(/^systemctl .*\n/gm, ''),
    }
    const [, version] = /^(atrium-[\d.]+)-linux/.exec(archive) ?? []
    for (const [name, text = ''] of Object.entries(scripts)) {
      const ours = text
        .replaceAll(/atrium-[\d.]+-linux-x64\.tar\.gz/g, archive)
        .replaceAll(/atrium-\d[\d.]+(?=\/)/g, version ?? '')
        .replaceAll(/atrium-\d{4}-\d\d-\d\d\.gz/g, 'atrium-$(date +%F).gz')
      writeFileSync(join(place, name), ours)
    }
    const private_ = ['--mount', '--net', '--pid', '--fork', '--kill-child']
    const { status, stdout, stderr } = spawnSync(
      'unshare',
      [...private_, 'sh', join(import.meta.dirname, 'guide.sh'), place],
      { encoding: 'utf8', timeout: 300_000 },
    )
    expect(status, stdout + stderr).toBe(0)
    expect(stdout).toContain('Nothing is wrong.')
    expect(stdout).toMatch(/-rw------- 1 atrium atrium \d+ .* atrium-[\d-]+\.gz\n/)
    expect(stdout).toContain('ENDED well')
    expect(stdout).toContain('The operation log is whole')
  },
)

test.skipIf(reason !== undefined || noContainer === undefined)(
  `OPS-9 without Podman, an image of the archive runs as nobody in particular, on a read-only root, and says that it is healthy ${reason ?? ''}`,
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
