import { spawn } from 'node:child_process'

/** Who a program runs as. Without ids: as we do. */
export interface OsAccount {
  uid?: number
  gid?: number
}

export interface Outcome {
  /** Exit code, or -1 when the program could not be started or was killed. */
  code: number
  output: string
}

/** PostgreSQL's own environment: nothing of ours (secrets, PG* variables of the operator) gets in. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'].map((name) => [name, process.env[name]])
  return { ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)), LC_ALL: 'C' }
}

/** Runs a program to its end as the given account. Never rejects. */
export function run(program: string, args: string[], account?: OsAccount): Promise<Outcome> {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(program, args, {
      cwd: '/',
      uid: account?.uid,
      gid: account?.gid,
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
      })
    }
    child.on('error', (error) => resolve({ code: -1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? -1, output: output.trim() }))
  })
}
