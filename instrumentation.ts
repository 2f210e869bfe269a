import type { Instrumentation } from 'next'

/** Runs once when the console starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { installServerHooks } = await import('#lib/server/http/server-hooks')
  installServerHooks()
  const [{ installUpgrades }, { isSocketOfSystem, passSocket }] = await Promise.all([
    import('#lib/server/http/upgrades'),
    import('#lib/server/bff/system-sockets'),
  ])
  installUpgrades({ takes: isSocketOfSystem, pass: passSocket })
  const [{ isTraced }, { startTracing }] = await Promise.all([
    import('#contracts/traces'),
    import('#lib/server/tracing'),
  ])
  // The development server makes routes anew as they change; and of what goes past Next, it makes no spans.
  if (process.env.NODE_ENV === 'production' && !isTraced(process.env)) {
    const [{ installDirectAnswers }, { isPlatformRead }, { answerCall }] = await Promise.all([
      import('#lib/server/http/direct-answers'),
      import('#lib/server/bff/platform-reads'),
      import('#lib/server/bff/forward'),
    ])
    installDirectAnswers({ takes: isPlatformRead, answer: answerCall })
  }
  const [{ installOverload }, { personOf }, { mayProbe }] = await Promise.all([
    import('#lib/server/http/overload'),
    import('#lib/server/session/session'),
    import('#lib/server/health/health'),
  ])
  installOverload(personOf, mayProbe)
  // Before the gate: it takes no place.
  if (process.env.NODE_ENV === 'production' && !isTraced(process.env)) {
    const [{ installKeptPage }, { isTooMany }] = await Promise.all([
      import('#lib/server/http/kept-page'),
      import('#lib/server/http/rate-limit'),
    ])
    installKeptPage('/login', (headers) => isTooMany(headers, null, 'page'))
  }
  const { config } = await import('#lib/server/config')
  const { metrics } = config()
  const [{ takeReloads }, { tellFullFiles }] = await Promise.all([
    import('#lib/server/reload'),
    import('#lib/server/open-files'),
  ])
  takeReloads()
  tellFullFiles()
  if (metrics !== undefined) {
    const { startMetrics } = await import('#lib/server/metrics/metrics')
    await startMetrics(metrics.host, metrics.port)
  }
  await startTracing()
  if (process.env.NODE_ENV !== 'production') return
  const { takeConsole } = await import('#lib/server/log')
  takeConsole()
}

/** A page that failed: what the browser is told of it (`digest`), and which request it was. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { digestOf, log } = await import('#lib/server/log')
  log.error('page failed', {
    requestId: request.headers['x-request-id'],
    digest: digestOf(error),
    message: error instanceof Error ? error.message : String(error),
    method: request.method,
    path: request.path.split('?')[0],
    route: routePath,
  })
}
