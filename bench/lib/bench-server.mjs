import pg from 'pg'
import { passingServer } from '../../tests/platform/passing-server.ts'

/** BENCH_DATABASE_URL, or an embedded server in a folder of its own. */
export async function benchServer() {
  const { BENCH_DATABASE_URL } = process.env
  if (BENCH_DATABASE_URL) return { url: BENCH_DATABASE_URL, stop: async () => {} }
  return passingServer('atrium-bench-')
}

/** An empty database on it. */
export async function benchDatabase(server, name) {
  await on(server.url, `create database ${name}`)
  const address = new URL(server.url)
  address.pathname = `/${name}`
  return { url: address.href, drop: () => on(server.url, `drop database ${name} with (force)`) }
}

/** Runs one statement, and gives what came of it. */
export async function on(url, statement) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
