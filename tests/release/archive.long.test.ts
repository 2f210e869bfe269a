import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { unpack } from '../../tools/release/ensure.mjs'
import { makeRelease } from '../../tools/release/main.mjs'
import { makeSandbox, nobody, noNamespaces, runWithin, type Sandbox } from './sandbox.ts'

const archive = inject('archive')
const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

describe('the archive', () => {
  const listed = spawnSync('tar', ['-tzf', archive], { encoding: 'utf8', maxBuffer: 16 * 1024 ** 2 })
  const files = listed.stdout.split('\n').filter(Boolean)

  test('OPS-1 is at most 110 MB, and what it unpacks is the command and one folder', () => {
    expect(statSync(archive).size).toBeLessThan(110e6)
    const tops = new Set(files.map((file) => file.split('/')[0]))
    expect([...tops]).toEqual(['atrium', expect.stringMatching(/^atrium-\d/)])
  })

  test('OPS-1 holds programs, Node, PostgreSQL and documents, and no package or source of development', () => {
    const has = (pattern: RegExp) => files.some((file) => pattern.test(file))
    for (const part of ['bin/node$', 'console/server.js$', 'platform/server.mjs$', '/native/bin/postgres$'])
      expect(has(new RegExp(part)), part).toBe(true)
    for (const part of [
      'docs/operate/README.md$',
      'docs/proxy/nginx.conf$',
      'SECURITY.md$',
      'licenses/next/',
    ])
      expect(has(new RegExp(part)), part).toBe(true)
    const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
    )
    const development = [...Object.keys(devDependencies), 'vite', 'rolldown', 'tailwindcss', 'sharp']
    const modules = files.filter((file) => /\/(node_modules|vendor)\//.test(file))
    const foreign = development.filter((name) =>
      modules.some((file) => file.includes(`/node_modules/${name}/`)),
    )
    expect(foreign).toEqual([])
    // The demo systems run as they are written, with the client that they use.
    const written = /\/(?:demo|packages\/client\/src)\//
    expect(files.filter((file) => /\.tsx?$/.test(file) && !written.test(file))).toEqual([])
    expect(files.filter((file) => /\/(tests|e2e|bench)\//.test(file))).toEqual([])
  })

  test('OPS-1 its documents lead to what is in it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-documents-'))
    try {
      const { stderr } = spawnSync('tar', ['-xzf', archive, '-C', folder, '--wildcards', '*.md'], {
        encoding: 'utf8',
      })
      const documents = files.filter(
        (file) => file.endsWith('.md') && !/\/(node_modules|licenses)\//.test(file),
      )
      expect(documents.length, stderr).toBeGreaterThan(10)
      const inside = new Set(files.map((file) => file.replace(/\/$/, '')))
      const missing = documents.flatMap((document) =>
        [...readFileSync(join(folder, document), 'utf8').matchAll(/\]\(([^)#\s]+)/g)]
          .map(([, link = '']) => link)
          .filter(
            (link) => !/^\w+:/.test(link) && !inside.has(join(dirname(document), link).replace(/\/$/, '')),
          )
          .map((link) => `${document}: ${link}`),
      )
      expect(missing).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('OPS-1 a second build of the same commit is the same, byte for byte', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-second-'))
    try {
      expect(sha256(await makeRelease(folder))).toBe(sha256(archive))
      const said = readFileSync(`${archive}.sha256`, 'utf8')
      expect(said).toBe(`${sha256(archive)}  ${archive.split('/').at(-1)}\n`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

const reason = noNamespaces()
describe.skipIf(reason !== undefined)(`on a machine with neither Node nor network ${reason ?? ''}`, () => {
  let sandbox: Sandbox
  beforeAll(() => {
    sandbox = makeSandbox('ein Ordner 目录')
    unpack(archive, sandbox.folder)
  })
  afterAll(() => sandbox.remove())

  test('OPS-1 `./atrium start` serves from any folder, for a user without a home', () => {
    const seen = runWithin(sandbox, {}, 'http://127.0.0.1:3000', [
      '/login',
      '/account/index',
      '/images/mark.svg',
    ])
    expect(seen.words).toContain('Atrium is ready')
    expect(seen.routes).toBe(0)
    expect(seen.answers['/login']?.status).toBe(200)
    expect(seen.answers['/login']?.text).not.toMatch(/Atrium\w+(GoesHere|Key)/)
    expect(seen.answers.script?.status).toBe(200)
    expect(seen.answers['/account/index']?.status).toBe(307)
    expect(seen.answers['/images/mark.svg']?.status).toBe(200)
    expect(seen.code, seen.words).toBe(0)
    // Ten seconds on a machine of one processor that does nothing else.
    expect(seen.processorSeconds).toBeLessThan(10)
    console.log(
      `ready after ${seen.seconds} s, ${seen.processorSeconds} s of processor time until it had stopped`,
    )
  })

  /** `atrium start --check` as the user of that number. */
  const check = (uid: number, env: Record<string, string>) => {
    const as = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups']
    const variables = Object.entries(env).map((entry) => entry.join('='))
    const command = ['env', '-i', 'PATH=/usr/bin:/bin', ...variables, join(sandbox.folder, 'atrium')]
    const { status, stdout } = spawnSync('setpriv', [...as, ...command, 'start', '--check'], {
      encoding: 'utf8',
      cwd: '/',
    })
    return { status, words: stdout }
  }

  test('OPS-3 its check knows both programs, the folder, and a user without a name', () => {
    const { status, words } = check(31_999, {
      RATE_LIMIT: 'many',
      LOG_LEVEL: 'loud',
      DATA_DIR: '/usr/share/atrium-data',
    })
    expect(status).toBe(1)
    expect(words).toContain('RATE_LIMIT must be a number of calls a second')
    expect(words).toContain('✖ LOG_LEVEL must be one of')
    expect(words).toContain('✖ /usr/share cannot be written by this user (EACCES)')
    expect(words).toContain('✖ This user (uid 31999) has no name on this machine')
    const free = { BASE_PATH: '/a/b', PORT: '30881', PLATFORM_PORT: '30882', DEMO: '0' }
    expect(check(nobody.uid, free)).toMatchObject({
      status: 0,
      words: expect.stringMatching(/127\.0\.0\.1:30881\/a\/b[\s\S]*Nothing is wrong/),
    })
  })
})
