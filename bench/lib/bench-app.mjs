import { createApp } from '#platform/app'
import { sealKeys } from '#platform/kernel/audit/seal'
import { migrate } from '#platform/kernel/db/migrate'
import { openDatabase } from '#platform/kernel/db/open'
import { jsonLog } from '#platform/kernel/log'
import { seedDemo } from '#platform/seed/demo/seed-demo'

/** An empty database made ready, with demo data, and the platform's application over it, in this process; `now` is its time. */
export async function benchApp(url, now) {
  const log = jsonLog('error')
  const db = openDatabase(url, log)
  await migrate(db)
  await db.transaction().execute((transaction) => seedDemo(transaction, now))
  return { app: appOver(db, log, () => now), db }
}

/** The platform's application over a database that is ready. */
export function appOver(db, log, clock) {
  return createApp({
    db,
    clock,
    log,
    config: {
      clientId: 'bench',
      clientSecret: 'bench',
      auditKeys: sealKeys(['the-audit-key-of-the-bench-of-the-platform']),
      trustedProxies: [],
      captchaFixed: undefined,
    },
  })
}
