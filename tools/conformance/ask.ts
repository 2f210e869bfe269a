import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CannotRun } from './cannot-run.ts'

/** Asks on the terminal, on standard error, so that the outcome can be piped. Throws a CannotRun without a terminal. */
export async function ask(question: string, instead: string, hidden = false): Promise<string> {
  if (!process.stdin.isTTY) throw new CannotRun(`${question} cannot be asked without a terminal`, instead)
  // What is typed goes nowhere: the terminal echoes it only through this output.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = hidden ? nowhere : process.stderr
  if (hidden) process.stderr.write(`${question}: `)
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  // Ctrl-C and Ctrl-D end the question, which then never answers.
  const ended = new Promise<never>((_, reject) =>
    lines.once('close', () => reject(new CannotRun('Stopped', 'Run it again.'))),
  )
  lines.once('SIGINT', () => lines.close())
  try {
    const asked = lines.question(`${question}: `)
    // Told by `ended`.
    asked.catch(() => {})
    return (await Promise.race([asked, ended])).trim()
  } catch (error) {
    throw error instanceof Error && error.name === 'AbortError'
      ? new CannotRun('Stopped', 'Run it again.')
      : error
  } finally {
    ended.catch(() => {})
    lines.close()
    if (hidden) process.stderr.write('\n')
  }
}

const extensions: readonly (readonly [start: string, extension: string])[] = [
  ['\x89PNG', 'png'],
  ['GIF8', 'gif'],
  ['RIFF', 'webp'],
  ['BM', 'bmp'],
]

/** Saves the picture where only this user can read it, and asks what it shows. */
export async function askCaptcha(picture: Buffer): Promise<string> {
  const start = picture.toString('latin1', 0, 4)
  const extension = extensions.find(([known]) => start.startsWith(known))?.[1] ?? 'jpg'
  const file = join(mkdtempSync(join(tmpdir(), 'conformance-')), `captcha.${extension}`)
  writeFileSync(file, picture, { mode: 0o600 })
  try {
    return await ask(
      `Captcha (open ${file})`,
      'Give --captcha where the platform has a fixed answer, or run it on a terminal.',
    )
  } finally {
    rmSync(dirname(file), { recursive: true, force: true })
  }
}
