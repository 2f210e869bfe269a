import { type ChildProcess, spawn } from 'node:child_process'
import { afterEach } from 'vitest'
import * as z from 'zod/mini'
import { basic, browserHash, client } from './harness.ts'

const readyMessage = z.object({ ready: z.literal(true), address: z.string() })
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts the real program and waits until it is ready or gone. */
export async function startProgram(env: Record<string, string>) {
  const child = spawn(process.execPath, ['platform/server.ts'], {
    cwd: new URL('../..', import.meta.url),
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH ?? '',
      PLATFORM_PORT: '0',
      PLATFORM_CLIENT_ID: client.id,
      PLATFORM_CLIENT_SECRET: client.secret,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ready = new Promise<{ address: string }>((resolve) =>
    // Until then it may say that it still starts.
    child.on('message', (message) => {
      const read = z.safeParse(readyMessage, message)
      if (read.success) resolve(read.data)
    }),
  )
  const first = await Promise.race([ready, exit])
  const address = typeof first === 'object' && first !== null ? first.address : undefined
  return { child, address, exit, output: () => output }
}

/** Signs in with the fixed captcha `1234`. */
export async function signIn(address: string | undefined, username: string, password: string) {
  await fetch(`${address}/authorization/captcha?key=1234567890`, { headers: { authorization: basic } })
  const response = await fetch(`${address}/authorization/oauth/token`, {
    method: 'POST',
    headers: { authorization: basic },
    body: new URLSearchParams({
      username,
      secret: browserHash(password),
      code: '1234',
      key: '1234567890',
      grant_type: 'password',
    }),
  })
  return response.json()
}
