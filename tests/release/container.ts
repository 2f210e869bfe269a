import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** What `debian:12-slim` has of what the Dockerfile uses: this machine's own packages, since nothing is fetched. */
const packages = [
  ...['base-files', 'base-passwd', 'bash', 'coreutils', 'dash', 'debianutils', 'libc6', 'libc-bin', 'passwd'],
  ...['libacl1', 'libattr1', 'libaudit1', 'libbz2-1.0', 'libcap-ng0', 'libcrypt1', 'libgcc-s1', 'libgmp10'],
  ...['libpam0g', 'libpam-modules', 'libpcre2-8-0', 'libselinux1', 'libsemanage2', 'libsepol2', 'libstdc++6'],
  ...['libtinfo6', 'sed'],
]

/** Why no container can be made here; nothing where it can. */
export function noContainers(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can make a container of this machine’s files'
  const missing = ['podman', 'runc', 'dpkg'].filter((name) => spawnSync(name, ['--version']).status !== 0)
  return missing.length > 0 ? `${missing.join(', ')} is not installed` : undefined
}

export interface Said {
  status: number | null
  words: string
}

/** Podman with a store of its own in a folder, and the image that the Dockerfile begins with. */
export function makePodman(folder: string) {
  const own = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--runtime=runc']
  const podman = (...args: string[]): Said => {
    const { status, stdout, stderr } = spawnSync('podman', [...own, ...args], {
      encoding: 'utf8',
      cwd: folder,
    })
    return { status, words: stdout + stderr }
  }
  makeBase(join(folder, 'base'))
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', `tar -C base -cf - . | podman ${own.join(' ')} import - docker.io/library/debian:12-slim`],
    { encoding: 'utf8', cwd: folder },
  )
  if (status !== 0) throw new Error(`no image could be made: ${stderr}`)
  return podman
}

function makeBase(root: string): void {
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    mkdirSync(join(root, 'usr', name), { recursive: true })
    symlinkSync(`usr/${name}`, join(root, name))
  }
  for (const name of ['etc', 'tmp', 'proc', 'sys', 'dev', 'var/lib', 'opt', 'run'])
    mkdirSync(join(root, name), { recursive: true })
  const listed = packages.flatMap((name) =>
    spawnSync('dpkg', ['-L', name], { encoding: 'utf8' }).stdout.split('\n'),
  )
  const isFile = (path: string) => existsSync(path) && !statSync(path).isDirectory()
  for (const path of new Set(listed)) {
    if (!isFile(path) || /^\/usr\/share\/(doc|man|locale|info)\//.test(path)) continue
    const target = join(root, path)
    mkdirSync(join(target, '..'), { recursive: true })
    cpSync(path, target, { verbatimSymlinks: true })
  }
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\n')
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\n')
}

/** What the Dockerfile's first lines say to type, in words: how to build an image, and how to run it. */
export function commandsOf(dockerfile: string, archive: string): { build: string[]; run: string[] } {
  const told = readFileSync(dockerfile, 'utf8').split('FROM')[0] ?? ''
  const text = told.replaceAll(/^# */gm, '').replaceAll('\\\n', ' ')
  const words = (name: string) =>
    new RegExp(`^docker ${name} (.*)$`, 'm').exec(text)?.[1]?.split(/\s+/).filter(Boolean) ?? []
  const own = (word: string) => word.replace(/atrium-[\d.]+-linux-\w+\.tar\.gz/, basename(archive))
  return { build: words('build').map(own), run: words('run') }
}
