import type { Hono } from 'hono'
import { second } from '#platform/kernel/clock'
import { schemaState } from '#platform/kernel/db/migrate'
import type { Database } from '#platform/kernel/db/schema'
import type { Env } from './call.ts'

/** Shorter than probes wait. */
const patience = 2 * second

/** What `/readyz` tells: whether calls could be served, and what is missing. */
export interface Readiness {
  status: 'ready' | 'notReady'
  database: 'ok' | 'away'
  /** `newer`: a later version has been here, as while processes are replaced one by one; this one serves on. */
  schema?: 'ok' | 'older' | 'newer'
}

/** `/healthz` and `/readyz`, for whoever watches the process: no calls of the contract, and they tell no secret. */
export function serveHealth(app: Hono<Env>, db: Database): void {
  app.get('/healthz', (c) => c.json({ status: 'alive' }))
  app.get('/readyz', async (c) => {
    const readiness = await readinessOf(db)
    return c.json(readiness, readiness.status === 'ready' ? 200 : 503)
  })
}

async function readinessOf(db: Database): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), patience)
  })
  try {
    const schema = await Promise.race([schemaState(db), late])
    return { status: schema === 'older' ? 'notReady' : 'ready', database: 'ok', schema }
  } catch {
    return { status: 'notReady', database: 'away' }
  } finally {
    clearTimeout(timer)
  }
}
