import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { sealingMigrations, sealLog } from '#platform/kernel/audit/keep-log'
import { setPasswordCost } from '#platform/kernel/auth/password'
import { getMigrations, migrate } from '#platform/kernel/db/migrate'
import { openDatabase } from '#platform/kernel/db/open'
import { jsonLog } from '#platform/kernel/log'
import { seedDemo } from '#platform/seed/demo/seed-demo'
import { auditKeys, databaseUrl, testStart } from './databases.ts'
import { passingServer } from './passing-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: string
    testTemplate: string
  }
}

/** A server (TEST_DATABASE_URL, or the embedded one) with a database of demo data, from which each test file copies its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await testServer()
  const template = `atrium_template_${process.pid}`
  const server = new pg.Client({ connectionString: url })
  await server.connect()
  await server.query(`create database ${template}`)
  setPasswordCost(8)
  const db = openDatabase(databaseUrl(url, template), jsonLog('warn'))
  await migrate(
    db,
    sealingMigrations({ getMigrations }, () => auditKeys),
  )
  await db.transaction().execute(async (transaction) => {
    await seedDemo(transaction, testStart)
    await sealLog(transaction, auditKeys)
  })
  await db.destroy()
  project.provide('testServer', url)
  project.provide('testTemplate', template)
  return async () => {
    await server.query(`drop database ${template}`)
    await server.end()
    await stop()
  }
}

async function testServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { TEST_DATABASE_URL } = process.env
  if (TEST_DATABASE_URL) return { url: TEST_DATABASE_URL, stop: async () => {} }
  const { url, stop } = await passingServer('atrium-tests-')
  await withoutSync(url)
  return { url, stop }
}

/** What goes with its folder need not outlive a power cut: no write waits for the disk. */
async function withoutSync(url: string): Promise<void> {
  const server = new pg.Client({ connectionString: url })
  await server.connect()
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await server.query(`alter system set ${setting} = off`)
  await server.query('select pg_reload_conf()')
  await server.end()
}
