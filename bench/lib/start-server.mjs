import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Starts a program of this folder, which prints the port that it listens on. */
export async function startServer(name, args) {
  const stdio = ['ignore', 'pipe', 'inherit']
  const child = spawn(process.execPath, [join(import.meta.dirname, name), ...args], { stdio })
  const [line] = await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${Number(line)}/`, stop: () => child.kill() }
}
