import http from 'node:http'
import { freePort } from '../scripts/lib/ports.mjs'
import { serve } from '../tests/serve'
import { test as base, expect, type Page, signIn } from './fixtures'
import { listPath, row } from './lists'
import { startConsole } from './stack'

/** Milliseconds that the console waits for the platform here, so that time-outs are quick to see. */
export const patience = 1500

/** What reached the platform: the call as it came, headers included. */
interface Seen {
  method: string
  url: string
  headers: http.IncomingHttpHeaders
  body: string
}

export type Answerer = (request: http.IncomingMessage, response: http.ServerResponse, body: string) => void

/** A platform that answers what a test tells it to, for what a real one never does: nonsense, silence, redirects. */
export interface FakePlatform {
  url: string
  seen: Seen[]
  /** Answers of paths, beside sign-in and user info, which work by themselves. */
  answers: Map<string, Answerer>
  stop: () => Promise<void>
}

export const fakeToken = 'T0ken-of-the-fake-platform-AAAAAAAAAAAAAAAAAA'

/** No system, and a list of accounts that holds `li` and tells of nothing beyond the specification. */
export function answerOneAccount({ answers }: FakePlatform): void {
  const ok = (data: unknown) => json({ code: 0, msg: '', data })
  const content = [{ id: '7', account: 'li', name: '李明', phone: '13800138000', enabled: true }]
  answers.set('/sys/resourcesConfig/page/listConfig', ok([]))
  answers.set('/sys/user/page/list', ok({ content, meta: { page: 1, limit: 10, count: 1 } }))
}

/** The list with that query in its address, as a super administrator over such a platform sees it. */
export async function openOneAccount(page: Page, platform: FakePlatform, query: string): Promise<void> {
  answerOneAccount(platform)
  await signIn(page.context(), 'admin')
  await page.goto(listPath + query)
  await expect(row(page, 'li')).toBeVisible()
}

export function json(value: unknown, status = 200, headers: http.OutgoingHttpHeaders = {}): Answerer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof value === 'string' ? value : JSON.stringify(value))
  }
}
const ok = (data: unknown) => json({ code: 0, msg: '', data })

async function startFakePlatform(): Promise<FakePlatform> {
  const seen: Seen[] = []
  const answers = new Map<string, Answerer>()
  const standing = new Map<string, Answerer>([
    ['/authorization/oauth/token', ok({ access_token: fakeToken, token_type: 'bearer', expires_in: 28800 })],
    ['/auth/info', ok({ id: '1', username: 'admin', superIdentification: true })],
    ['/authorization/logout', ok(null)],
  ])
  const server = http.createServer(async (request, response) => {
    let body = ''
    try {
      for await (const chunk of request) body += chunk
    } catch {
      return
    }
    const url = request.url ?? ''
    seen.push({ method: request.method ?? '', url, headers: request.headers, body })
    const path = url.split('?')[0] ?? ''
    const answer =
      answers.get(path) ?? standing.get(path) ?? json({ code: 404, msg: 'no such call', data: null }, 404)
    answer(request, response, body)
  })
  const { origin, stop } = await serve(server)
  return { url: origin, seen, answers, stop }
}

/** Tests at a console over a platform that answers what they tell it to, each by itself; it is also the energy system. */
export const test = base.extend<{ forgotten: undefined }, { platform: FakePlatform }>({
  forgotten: [
    async ({ platform }, use) => {
      platform.answers.clear()
      platform.seen.length = 0
      await use(undefined)
    },
    { auto: true },
  ],
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const platform = await startFakePlatform()
      await use(platform)
      await platform.stop()
    },
    { scope: 'worker' },
  ],
  origin: [
    async ({ platform }, use) => {
      const port = await freePort()
      const site = await startConsole(
        platform.url,
        {
          PLATFORM_CLIENT_ID: 'console',
          PLATFORM_CLIENT_SECRET: 'client secret',
          PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
          UPSTREAM_TIMEOUT_MS: String(patience),
          MICRO_APP_ORIGINS: platform.url,
          STANDALONE_ORIGIN: 'https://screens.example',
          ALARM_SYSTEMS: 'ems',
        },
        { port },
      )
      const shared = process.env.ATRIUM_URL
      process.env.ATRIUM_URL = site.url
      await use(site.url)
      process.env.ATRIUM_URL = shared
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
