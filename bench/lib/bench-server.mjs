import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** BENCH_DATABASE_URL, or an embedded server in a folder of its own. */
export async function benchServer() {
  const { BENCH_DATABASE_URL } = process.env
  if (BENCH_DATABASE_URL) return { url: BENCH_DATABASE_URL, stop: async () => {} }
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  chmodSync(dataDir, 0o711)
  const { startEmbeddedPostgres } = await import('#platform/kernel/db/embedded')
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} })
  return {
    url: embedded.connectionString,
    stop: async () => {
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** An empty database on it. */
export async function benchDatabase(server, name) {
  await on(server.url, `create database ${name}`)
  const address = new URL(server.url)
  address.pathname = `/${name}`
  return { url: address.href, drop: () => on(server.url, `drop database ${name} with (force)`) }
}

/** Runs one statement. */
export async function on(url, statement) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
