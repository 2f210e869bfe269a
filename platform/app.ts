import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { Gate } from '#contracts/gate'
import { requestIdForm } from '#contracts/log-entry'
import { loopbackNetworks, networksOf } from '#contracts/network'
import type { SealKeys } from '#platform/kernel/audit/seal'
import type { Clock } from '#platform/kernel/clock'
import type { Probe } from '#platform/kernel/db/probe'
import type { Database } from '#platform/kernel/db/schema'
import type { Env, Route, Services } from '#platform/kernel/http/call'
import { serveHealth } from '#platform/kernel/http/health'
import { platformBounds } from '#platform/kernel/http/overload'
import { serve } from '#platform/kernel/http/serve'
import type { Log } from '#platform/kernel/log'
import type { Metrics } from '#platform/kernel/metrics'
import { smsDelivery } from '#platform/kernel/sms-delivery'
import { traceCalls } from '#platform/kernel/tracing'
import { accessRoutes } from '#platform/modules/access/routes'
import { accountRoutes } from '#platform/modules/account/routes'
import { allocationRoutes } from '#platform/modules/allocation/routes'
import { applyRoutes } from '#platform/modules/apply/routes'
import { assetsRoutes } from '#platform/modules/assets/routes'
import { bulkRoutes } from '#platform/modules/bulk/routes'
import { departmentRoutes } from '#platform/modules/department/routes'
import { imageRoutes } from '#platform/modules/image/routes'
import { logRoutes } from '#platform/modules/log/routes'
import { menuRoutes } from '#platform/modules/menu/routes'
import { onlineRoutes } from '#platform/modules/online/routes'
import { organizationRoutes } from '#platform/modules/organization/routes'
import { preferenceRoutes } from '#platform/modules/preference/routes'
import { roleRoutes } from '#platform/modules/role/routes'
import { searchRoutes } from '#platform/modules/search/routes'
import { sessionRoutes } from '#platform/modules/session/routes'
import { userRoutes } from '#platform/modules/user/routes'

/** Every call about one thing. */
const single: readonly Route[] = [
  ...sessionRoutes,
  ...accountRoutes,
  ...departmentRoutes,
  ...organizationRoutes,
  ...roleRoutes,
  ...allocationRoutes,
  ...applyRoutes,
  ...imageRoutes,
  ...menuRoutes,
  ...assetsRoutes,
  ...onlineRoutes,
  ...logRoutes,
  ...userRoutes,
  ...accessRoutes,
  ...searchRoutes,
  ...preferenceRoutes,
]
/** Every call that the platform answers. */
const routes: readonly Route[] = [...single, ...bulkRoutes(single)]

/** What of the configuration the calls need. */
export interface AppConfig {
  clientId: string
  clientSecret: string
  auditKeys: SealKeys
  trustedProxies: readonly string[]
  captchaFixed: string | undefined
  /** Where SMS codes are sent; into the log where there is none. */
  smsWebhookUrl?: string | undefined
}

/** The platform's calls as a Hono app, without a listener. Time, database and log are handed in. */
export function createApp(given: {
  db: Database
  /** The same, where no statement is given up. */
  unhurried?: Database
  clock: Clock
  /** A function where it may change. */
  config: AppConfig | (() => AppConfig)
  log: Log
  /** Asks the database whether it is there, beside the calls; among them where there is none. */
  probe?: Pick<Probe, 'ask'> | undefined
  /** Bounds the calls at work; one that is told how late the process is adapts to that. */
  gate?: Gate
  /** Spans are made of calls. */
  isTraced?: boolean
  /** Calls are measured. */
  metrics?: Metrics | undefined
}): Hono<Env> {
  const { db, log } = given
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    const given = c.req.header('x-request-id') ?? ''
    const requestId = requestIdForm.test(given) ? given : randomUUID()
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

  const services = servicesOf(given)
  if (given.isTraced) app.use(traceCalls(services))
  if (given.metrics) app.use(given.metrics.calls)
  serveHealth(app, db, services.probe)
  serve(app, routes, services)
  return app
}

/** What calls may use, by the configuration as it is at that moment. */
function servicesOf({
  db,
  unhurried = db,
  probe = { ask: (work) => work(db) },
  clock,
  log,
  config,
  gate = new Gate(platformBounds),
}: Parameters<typeof createApp>[0]): Services {
  const read = typeof config === 'function' ? config : () => config
  const derive = (current: AppConfig) => ({
    current,
    client: { id: current.clientId, secret: current.clientSecret },
    isTrustedPeer: networksOf([...loopbackNetworks, ...current.trustedProxies]),
    auditKeys: current.auditKeys,
    captchaFixed: current.captchaFixed,
    deliver: smsDelivery(current.smsWebhookUrl, log),
  })
  let derived = derive(read())
  const live = () => {
    const current = read()
    if (derived.current !== current) derived = derive(current)
    return derived
  }
  return {
    db,
    unhurried,
    probe,
    clock,
    log,
    gate,
    places: new Set(),
    get client() {
      return live().client
    },
    get auditKeys() {
      return live().auditKeys
    },
    get isTrustedPeer() {
      return live().isTrustedPeer
    },
    get captchaFixed() {
      return live().captchaFixed
    },
    get deliver() {
      return live().deliver
    },
  }
}
