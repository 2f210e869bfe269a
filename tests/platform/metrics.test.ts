import { expect, test } from 'vitest'
import { createApp } from '#platform/app'
import { openDatabase } from '#platform/kernel/db/open'
import { openProbe } from '#platform/kernel/db/probe'
import { jsonLog } from '#platform/kernel/log'
import { makeMetrics, serveMetrics } from '#platform/kernel/metrics'
import { auditKeys } from './databases.ts'
import { basic, browserHash, client, testPlatform } from './harness.ts'
import { drawCaptcha } from './sign-in.ts'

const platform = testPlatform()

test('OPS-5 calls, sign-ins, sessions, locks and the pool are told on a port of their own', async () => {
  const log = jsonLog('error', { write: () => {} })
  const metrics = makeMetrics()
  const db = openDatabase(platform.address(), log, {
    connections: 3,
    onStatement: metrics.onStatement,
    onPool: metrics.onPool,
  })
  const probe = openProbe(platform.address())
  metrics.onDatabase(probe, platform.now)
  const config = {
    clientId: client.id,
    clientSecret: client.secret,
    auditKeys,
    trustedProxies: [],
    captchaFixed: undefined,
  }
  const app = createApp({ db, clock: platform.now, config, log, metrics })
  const server = await serveMetrics(metrics.registry, '127.0.0.1', 0)
  const bound = server.address()
  const port = typeof bound === 'object' ? bound?.port : 0
  const told = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const signIn = async (password: string) => {
    const body = new URLSearchParams({
      username: 'operator',
      secret: browserHash(password),
      grant_type: 'password',
      ...(await drawCaptcha(platform)),
    })
    await app.request('/authorization/oauth/token', {
      method: 'POST',
      headers: { authorization: basic },
      body,
    })
  }
  for (let attempt = 0; attempt < 5; attempt += 1) await signIn('wrong')
  await app.request('/sys/user/page/detail/id-of-somebody')
  await app.request('/nobody/knows/this')
  const text = await told()
  expect(text).toContain('atrium_sign_ins_total{outcome="passwordWrong"} 5')
  expect(text).toContain('atrium_sign_in_locks 1')
  expect(text).toContain('atrium_database_up 1')
  expect(text).toMatch(/^atrium_sessions \d+$/m)
  expect(text).toMatch(/^atrium_database_pool_connections\{state="idle"\} [1-3]$/m)
  expect(text).toMatch(/^atrium_database_statement_duration_seconds_count\{outcome="done"\} \d+$/m)
  expect(text).toContain(
    'atrium_platform_request_duration_seconds_count{method="GET",route="/sys/user/page/detail/{id}",status="401"} 1',
  )
  expect(text).toContain('route="unknown",status="404"')
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(text).not.toContain('id-of-somebody')
  // Nothing else is told there, and nothing of it by the platform itself.
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  expect((await app.request('/metrics')).status).toBe(404)
  await db.destroy()
  await probe.close()
  server.close()
})

test('OPS-5 a database that is away is told', async () => {
  const metrics = makeMetrics()
  metrics.onDatabase(openProbe('postgresql://nobody@127.0.0.1:1/nowhere'), platform.now)
  const told = await metrics.registry.metrics()
  expect(told).toContain('atrium_database_up 0')
  expect(told).not.toMatch(/^atrium_sessions/m)
})
