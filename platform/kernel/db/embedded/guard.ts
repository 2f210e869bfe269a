import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { cleanEnvironment } from './run.ts'

/**
 * Ends a PostgreSQL when this process ends, killed or not: a shell waits for the end of a pipe that only this process holds.
 * Gives the function that dismisses the shell, for when the server has ended.
 */
export function guard(server: ChildProcess): () => void {
  if (process.platform === 'win32') return guardExit(server)
  const shell = spawn('/bin/sh', ['-c', 'read -r _; kill -s INT "$1"', 'sh', String(server.pid)], {
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
    // Out of reach of a Ctrl-C, which is the platform's to answer.
    detached: true,
  })
  // Without a shell the next start ends what this one leaves.
  shell.on('error', () => {})
  shell.unref()
  if (shell.stdin instanceof Socket) shell.stdin.unref()
  return () => void shell.kill('SIGKILL')
}

/** Windows has no such shell; a kill leaves the server to the next start. */
function guardExit(server: ChildProcess): () => void {
  const interrupt = () => void server.kill('SIGINT')
  process.once('exit', interrupt)
  return () => process.off('exit', interrupt)
}
