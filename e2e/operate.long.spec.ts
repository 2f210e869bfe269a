import http from 'node:http'
import { serve } from '../tests/serve'
import { ask, call, enter, expect, type Page, signIn } from './fixtures'
import { boom } from './jammed-platform'
import { listPath, lists } from './lists'
import { test } from './own'
import { keys, startConsole, startPlatform } from './stack'

test.describe.configure({ mode: 'default' })
test.beforeEach(({ expected }) => {
  expected.push(/status of 50[0234]/)
})

interface Entry {
  event: string
  requestId?: string
  path?: string
}
const entriesOf = (said: readonly string[], id: string): Entry[] =>
  said.filter((line) => line.includes(id)).map((line) => JSON.parse(line))
const reference = (page: Page) => page.getByRole('alert').locator('code')

test('OPS-6 a page that fails shows the id under which both logs have its request', async ({
  page,
  context,
  own,
}) => {
  await signIn(context, 'operator')
  await enter(context, 'EAST', 'uia')
  own.trouble(/\/sys\/system\/permission\/mainMenu/, boom)
  const answer = await page.goto(listPath)
  const id = answer?.headers()['x-request-id'] ?? ''
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  await expect(reference(page)).toHaveText(id)
  const paths = () => entriesOf(own.said, id).map(({ event, path }) => `${event} ${path}`)
  await expect.poll(paths).toEqual(expect.arrayContaining([`request ${listPath}`, 'request /auth/info']))
})

test('OPS-6 so does a part that is loaded into a page', async ({ page, context, own }) => {
  await signIn(context, 'operator')
  await enter(context, 'EAST', 'uia')
  await page.goto(listPath)
  own.trouble(/\/sys\/system\/permission\/mainMenu/, boom)
  const { path } = lists.department
  const part = page.waitForResponse((response) => response.url().includes(`${path}?_rsc=`))
  await page.locator(`a[href="${path}"]`).first().click()
  const id = (await part).headers()['x-request-id'] ?? ''
  await expect(reference(page)).toHaveText(id)
})

test('OPS-4 the console is alive while its platform is away, and ready when that is', async ({ own }) => {
  const look = async (path: string) => {
    const answer = await fetch(own.site.url + path, { redirect: 'manual' })
    return { status: answer.status, body: answer.status === 404 ? '' : await answer.json() }
  }
  const ready = { status: 'ready', platform: 'ready', database: 'ok', schema: 'ok' }
  expect(await look('/readyz')).toEqual({ status: 200, body: ready })
  await own.platform.stop()
  expect(await look('/healthz')).toEqual({ status: 200, body: { status: 'alive' } })
  expect((await look('/readyz')).status).toBe(503)
  await own.platform.start()
  expect(await look('/readyz')).toEqual({ status: 200, body: ready })
  const forwarded = await fetch(`${own.site.url}/readyz`, {
    headers: { 'x-forwarded-for': '203.0.113.9' },
    redirect: 'manual',
  })
  expect(forwarded.status).toBe(404)
})

test('OPS-11 the secret of the sessions is changed while the console runs, and nobody is signed out', async ({
  own,
  visitor,
}) => {
  const secret = keys.SESSION_SECRET
  const next = 'the-next-secret-that-only-this-test-run-knows-012345'
  const { pid } = own.console
  const change = async (secrets: string) => {
    const times = own.said.filter((line) => line.includes('settings reloaded')).length
    await own.console.change({ SESSION_SECRET: secrets })
    await expect
      .poll(() => own.said.filter((line) => line.includes('settings reloaded')).length)
      .toBe(times + 1)
  }
  const early = await visitor('operator')
  await enter(early, 'EAST', 'uia')
  await change(`${next},${secret}`)
  await ask(early, '/auth/info')
  const late = await visitor('operator')
  await enter(late, 'EAST', 'uia')
  // Once sessions of the old one have ended.
  await change(next)
  await ask(late, '/auth/info')
  const answer = await call(early, 'GET', '/auth/info')
  expect(answer.status).toBe(401)
  await change(secret)
  expect(own.console.pid).toBe(pid)
})

interface Span {
  traceId: string
  name: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string } }[]
}

/** Takes spans as a collector does. */
async function startCollector() {
  const spans: (Span & { service: string })[] = []
  const server = http.createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
      const service = resource.attributes.find((one: { key: string }) => one.key === 'service.name')
      for (const { spans: some } of scopeSpans)
        for (const span of some) spans.push({ ...span, service: service.value.stringValue })
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const { origin, stop } = await serve(server)
  return { spans, url: origin, stop }
}

test('OPS-6 a trace leads from the console through the platform to its statements, with the request’s id', async ({
  playwright,
}) => {
  const collector = await startCollector()
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const platform = await startPlatform(traced, () => {})
  const site = await startConsole(platform.url, traced)
  const shared = process.env.ATRIUM_URL
  process.env.ATRIUM_URL = site.url
  try {
    const caller = { request: await playwright.request.newContext({ baseURL: site.url }) }
    await signIn(caller, 'operator')
    await enter(caller, 'EAST', 'uia')
    await ask(caller, '/auth/info')
    const page = await caller.request.get(`${site.url}${listPath}?account=ann`)
    const id = page.headers()['x-request-id'] ?? ''
    const attribute = (span: Span, key: string) =>
      span.attributes.find((one) => one.key === key)?.value.stringValue
    const calls = () => collector.spans.filter((span) => attribute(span, 'atrium.request_id') === id)
    await expect
      .poll(() => [...new Set(calls().map(({ service }) => service))].toSorted(), { timeout: 30_000 })
      .toEqual(['atrium-console', 'atrium-platform'])
    const [first] = calls()
    const names = () =>
      collector.spans
        .filter(({ traceId }) => traceId === first?.traceId)
        .map(({ service, name }) => `${service}: ${name}`)
    await expect
      .poll(names, { timeout: 30_000 })
      .toEqual(
        expect.arrayContaining([
          'atrium-console: GET /account/index',
          'atrium-console: GET upstream',
          'atrium-platform: GET /auth/info',
          'atrium-platform: statement',
        ]),
      )
    const told = JSON.stringify(collector.spans)
    expect(told).not.toContain('account=ann')
    expect(told).not.toContain('Bearer')
    await caller.request.dispose()
  } finally {
    process.env.ATRIUM_URL = shared
    await site.stop()
    await platform.stop()
    await collector.stop()
  }
})
