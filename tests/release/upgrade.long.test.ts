import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePort } from '../../scripts/lib/ports.mjs'
import { unpack } from '../../tools/release/ensure.mjs'

const good =
  'export const up = (db) => db.schema.alterTable("account").addColumn("nickname", "text").execute()\n'
const failing =
  'export async function up(db) { await db.schema.dropTable("image").execute(); throw new Error("no room") }\n'

let folder = ''
let command = ''
/** The folder of the version that is unpacked first. */
let first = ''
let port = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-upgrade-'))
  chmodSync(folder, 0o755)
  port = await freePort()
  command = unpack(inject('archive'), join(folder, 'atrium'))
  first = readdirSync(join(folder, 'atrium')).find((name) => name.startsWith('atrium-')) ?? ''
})
afterAll(() => rmSync(folder, { recursive: true }))

/** An archive of a later version, with one more migration. */
function makeNewer(version: string, migration: string): string {
  const stage = join(folder, `stage-${version}`)
  const inner = `atrium-${version}`
  cpSync(join(folder, 'atrium', first), join(stage, inner), { recursive: true, verbatimSymlinks: true })
  const told = join(stage, inner, 'release.json')
  writeFileSync(told, JSON.stringify({ ...JSON.parse(readFileSync(told, 'utf8')), version }))
  writeFileSync(join(stage, inner, 'platform/kernel/db/migrations/9999-later.mjs'), migration)
  symlinkSync(join(inner, 'atrium'), join(stage, 'atrium'))
  const archive = join(folder, `${inner}.tar`)
  const { status, stderr } = spawnSync('tar', ['-cf', archive, '-C', stage, 'atrium', inner])
  expect(status, String(stderr)).toBe(0)
  rmSync(stage, { recursive: true })
  return archive
}

/** As docs/operate says: the newer beside the older, the command leads to the newer. */
function unpackOver(archive: string): void {
  const { status, stderr } = spawnSync('tar', ['-xf', archive, '-C', join(folder, 'atrium')])
  expect(status, String(stderr)).toBe(0)
}

/** As docs/operate says: the command leads to the older one again. */
function goBack(): void {
  symlinkSync(join(first, 'atrium'), `${command}.back`)
  renameSync(`${command}.back`, command)
}

/** Starts the platform of whatever version the command leads to; stops it when it answers. */
function start(): Promise<{ answered: boolean; code: number | null; words: string }> {
  const env = { PATH: process.env.PATH, PLATFORM_PORT: String(port), NODE_ENV: 'production' as const }
  const child = spawn(command, ['platform'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      words += chunk.toString()
      if (words.includes('The platform answers')) child.kill('SIGTERM')
    })
  }
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ answered: words.includes('The platform answers'), code, words })),
  )
}

const version = () => spawnSync(command, ['version'], { encoding: 'utf8' }).stdout.split(' ')[1]

describe('a newer archive over the same data', () => {
  test('OPS-8 that fails to bring the schema forward leaves the older version working', async () => {
    const made = await start()
    expect(made.answered, made.words).toBe(true)
    expect(made.words).toContain('demo data made')
    const older = version()
    unpackOver(makeNewer('9.0.0', failing))
    expect(version()).toBe('9.0.0')
    const failed = await start()
    expect(failed).toMatchObject({ answered: false, code: 1 })
    expect(failed.words).toMatch(/9999-later failed \(no room\)\. Nothing has changed/)
    goBack()
    expect(version()).toBe(older)
    const again = await start()
    expect(again.answered, again.words).toBe(true)
    expect(again.words).not.toContain('demo data made')
  })

  test('OPS-8 brings the schema forward, and going back is told', async () => {
    unpackOver(makeNewer('9.1.0', good))
    const newer = await start()
    expect(newer.answered, newer.words).toBe(true)
    goBack()
    const back = await start()
    expect(back).toMatchObject({ answered: false, code: 1 })
    expect(back.words).toMatch(
      /A newer version of Atrium has been at this database: its schema is 9999-later/,
    )
    unpackOver(join(folder, 'atrium-9.1.0.tar'))
    expect((await start()).answered).toBe(true)
  })
})
