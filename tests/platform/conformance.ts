import { afterAll, beforeAll, beforeEach } from 'vitest'
import { demoPassword } from '#platform/seed/demo/accounts'
import type { CallReport } from '../../tools/conformance/findings.ts'
import { lookAt, type Outcome } from '../../tools/conformance/run.ts'
import { client, testPlatform } from './harness.ts'
import { type Asked, type OverHttp, overHttp, type Spoil, type Told } from './over-http.ts'

export const captcha = '2468'
/** Of the test file that imports this: each has modules, and so a database, of its own. */
export const platform = testPlatform({ captchaFixed: captcha })
export let served: OverHttp

beforeAll(async () => {
  served = await overHttp(platform)
})
afterAll(() => served?.close())
beforeEach(() => served.spoil())

interface Asking {
  account?: string
  write?: boolean
  only?: string[]
  timeout?: number
  told?: (report: CallReport) => void
  signal?: AbortSignal
}

export function look({
  account = 'operator',
  write = false,
  only = [],
  timeout = 10_000,
  ...more
}: Asking = {}) {
  return lookAt(settings({ write, only, timeout }), {
    person: { account, password: demoPassword, answerCaptcha: async () => captcha, fixedCaptcha: captcha },
    ...more,
  })
}

export function settings({ write, only, timeout }: { write: boolean; only: string[]; timeout: number }) {
  return {
    ...{ url: served.url, clientId: client.id, clientSecret: client.secret, write, only, timeout },
    ...{
      account: undefined,
      password: undefined,
      captcha,
      organization: undefined,
      system: undefined,
      json: false,
    },
  }
}

/** What differs, as `call: place`. */
export function places({ findings }: Outcome): string[] {
  return findings.differences.map(({ call, at }) => `${call}: ${at}`)
}

type Body = { code: number; msg: string; data: unknown }

export function jsonOf({ body }: Told): Body | undefined {
  try {
    return JSON.parse(body.toString()) as Body
  } catch {
    return undefined
  }
}

export function changed(told: Told, data: (data: unknown) => unknown): Told {
  const body = jsonOf(told)
  return body === undefined ? told : { ...told, body: JSON.stringify({ ...body, data: data(body.data) }) }
}

type Ask = (asked: Asked) => Promise<Told>

/** Spoils the successes of one path; of all below it where it ends with a slash. */
export const at =
  (
    path: string,
    how: (told: Told, asked: Asked, ask: Ask) => Told | undefined | Promise<Told | undefined>,
  ): Spoil =>
  async (asked, ask) => {
    const told = await ask(asked)
    const [own = ''] = asked.path.split('?')
    const isIt = own === path || (path.endsWith('/') && own.startsWith(path))
    return isIt && jsonOf(told)?.code === 0 ? how(told, asked, ask) : told
  }

/** The rows of a list, each changed. */
export const rows = (how: (row: Record<string, unknown>) => unknown) => (told: Told) =>
  changed(told, (data) => {
    const page = data as { content: Record<string, unknown>[]; meta: unknown }
    return { ...page, content: page.content.map(how) }
  })
export const withQuery = (asked: Asked, change: (query: URLSearchParams) => void): Asked => {
  const [path, text] = asked.path.split('?')
  if (text === undefined) return asked
  const query = new URLSearchParams(text)
  change(query)
  return { ...asked, path: `${path}?${query}` }
}
const json = { 'content-type': 'application/json' }
export const done: Told = {
  status: 200,
  headers: json,
  body: JSON.stringify({ code: 0, msg: 'ok', data: null }),
}
export const html: Told = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><p>Welcome',
}
