import type { Hono } from 'hono'
import { schemaState } from '#platform/kernel/db/migrate'
import { isServed, type Probe } from '#platform/kernel/db/probe'
import type { Database } from '#platform/kernel/db/schema'
import type { Env } from './call.ts'

/** What `/readyz` tells: whether calls could be served, and what is missing. */
export interface Readiness {
  status: 'ready' | 'notReady'
  /** `busy`: it answers, and this process has no connection left for calls. */
  database: 'ok' | 'busy' | 'away'
  /** `newer`: a later version has been here, as while processes are replaced one by one; this one serves on. */
  schema?: 'ok' | 'older' | 'newer'
}

/** `/healthz` and `/readyz`, for whoever watches the process: no calls of the contract, and they tell no secret. */
export function serveHealth(app: Hono<Env>, db: Database, probe: Pick<Probe, 'ask'>): void {
  app.get('/healthz', (c) => c.json({ status: 'alive' }))
  app.get('/readyz', async (c) => {
    const readiness = await readinessOf(db, probe)
    return c.json(readiness, readiness.status === 'ready' ? 200 : 503)
  })
}

async function readinessOf(db: Database, probe: Pick<Probe, 'ask'>): Promise<Readiness> {
  const [schema, served] = await Promise.all([probe.ask(schemaState).catch(() => undefined), isServed(db)])
  if (schema === undefined) return { status: 'notReady', database: 'away' }
  const isReady = served && schema !== 'older'
  return { status: isReady ? 'ready' : 'notReady', database: served ? 'ok' : 'busy', schema }
}
