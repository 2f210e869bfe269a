import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { accountRoutes } from '#platform/account/routes'
import { allocationRoutes } from '#platform/allocation/routes'
import { applyRoutes } from '#platform/apply/routes'
import { assetsRoutes } from '#platform/assets/routes'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/db/schema'
import { departmentRoutes } from '#platform/department/routes'
import { unknownCallAnswer, wrongMethodAnswer } from '#platform/http/answer'
import type { Env, Routes } from '#platform/http/call'
import { trustedPeers } from '#platform/http/client-address'
import { imageRoutes } from '#platform/image/routes'
import type { Log } from '#platform/log'
import { menuManageRoutes } from '#platform/menu/routes'
import { onlineRoutes } from '#platform/online/routes'
import { organizationRoutes } from '#platform/organization/routes'
import { recordRoutes } from '#platform/records/routes'
import { roleRoutes } from '#platform/role/routes'
import { sessionRoutes } from '#platform/session/routes'
import { userRoutes } from '#platform/user/routes'
import { smsDelivery } from '#platform/user/sms-delivery'

/** What of the configuration the calls need. */
export interface AppConfig {
  clientId: string
  clientSecret: string
  trustedProxies: readonly string[]
  captchaFixed: string | undefined
  /** Where SMS codes are sent; into the log where there is none. */
  smsWebhookUrl?: string | undefined
}

/** The platform's calls as a Hono app, without a listener. Time, database and log are handed in. */
export function createApp(given: { db: Database; clock: Clock; config: AppConfig; log: Log }): Hono<Env> {
  const { db, clock, config, log } = given
  const app = new Hono<Env>()
  const routes: Routes = {
    app,
    methods: new Map(),
    services: {
      db,
      clock,
      log,
      client: { id: config.clientId, secret: config.clientSecret },
      isTrustedPeer: trustedPeers(config.trustedProxies),
      captchaFixed: config.captchaFixed,
    },
  }
  app.use(async (c, next) => {
    const given = c.req.header('x-request-id') ?? ''
    const requestId = /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    const start = performance.now()
    c.set('requestId', requestId)
    c.header('x-request-id', requestId)
    c.header('x-content-type-options', 'nosniff')
    c.header('cache-control', 'no-store')
    await next()
    log.debug('request', {
      requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      milliseconds: Math.round(performance.now() - start),
    })
  })

  sessionRoutes(routes)
  accountRoutes(routes)
  departmentRoutes(routes)
  organizationRoutes(routes)
  roleRoutes(routes)
  allocationRoutes(routes)
  applyRoutes(routes)
  imageRoutes(routes)
  menuManageRoutes(routes)
  assetsRoutes(routes)
  onlineRoutes(routes)
  recordRoutes(routes)
  userRoutes(routes, smsDelivery(config.smsWebhookUrl, log))

  for (const [path, methods] of routes.methods) {
    app.all(path, (c) => wrongMethodAnswer(c, [...methods].join(', ')))
  }
  app.notFound(unknownCallAnswer)
  return app
}
