import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'

const run = JSON.stringify(new URL('../../../scripts/lib/run.mjs', import.meta.url))
const goesOn = 'console.log(process.pid); setInterval(() => {}, 1000)'
const script = `
  import { run } from ${run}
  await run(process.execPath, ['-e', ${JSON.stringify(goesOn)}])
  setInterval(() => {}, 1000)`

let program = 0
let group = 0
afterEach(() => {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // All of it is gone, as it should be.
  }
})
const isThere = () => {
  try {
    return process.kill(program, 0)
  } catch {
    return false
  }
}

/** Starts a command that runs a program, behind the words `before` it, and waits until the program runs. */
async function start(before: string[] = [], env: Record<string, string> = {}) {
  const [first = '', ...words] = [...before, process.execPath, '--input-type=module', '-e', script]
  const command = spawn(first, words, {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
    env: { PATH: process.env.PATH, NODE_ENV: 'test', ...env },
  })
  group = command.pid ?? 0
  program = Number((await once(command.stdout, 'data'))[0])
  return command
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'OPS-11 %s for a command alone ends what it runs, and then the command as without it',
  async (signal) => {
    const command = await start()
    command.kill(signal)
    expect(await once(command, 'exit')).toEqual([null, signal])
    expect(isThere()).toBe(false)
  },
)

test('OPS-11 a command whose npm is gone ends what it runs', async () => {
  const shell = await start(['sh', '-c', '"$@" & wait', 'sh'], { npm_lifecycle_event: 'start' })
  shell.kill('SIGKILL')
  await expect.poll(isThere).toBe(false)
})
