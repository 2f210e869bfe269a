import { type Answerer, test as base, type FakePlatform } from './fake-platform'
import { expect, hash } from './fixtures'
import { ask, type Got, type Sent } from './raw-http'

/** With the envelope's code and message, where there is one. */
export type Enveloped = Got & { code: number; msg: string }

/** No browser: requests of which every byte is the test's own. `cookie` is a session's, of the fake platform. */
export const test = base.extend<
  { send: (path: string, options?: Sent) => Promise<Enveloped> },
  { cookie: string }
>({
  cookie: [async ({ origin }, use) => use(cookieIn(await signIn(origin))), { scope: 'worker' }],
  send: async ({ origin, cookie }, use) =>
    use((path, { headers, ...rest } = {}) =>
      request(origin, path, { ...rest, headers: { 'x-console': '1', origin, cookie, ...headers } }),
    ),
})
/** Before each test: whoever is signed in is, and the platform has seen nothing yet. */
export function forgetSeen({ platform, cookie }: { platform: FakePlatform; cookie: string }) {
  expect(cookie).not.toBe('')
  platform.seen.length = 0
}

export const asJson = { 'content-type': 'application/json' }
export const credentials = JSON.stringify({
  username: 'admin',
  code: '1',
  secret: hash('x'),
  key: '1700000000000',
})
export const signIn = (origin: string, headers: Record<string, string> = {}) =>
  request(origin, '/api/session/sign-in', {
    method: 'POST',
    headers: { 'x-console': '1', origin, ...asJson, ...headers },
    body: credentials,
  })
const cookieIn = ({ headers }: Got) =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')

async function request(origin: string, path: string, sent: Sent): Promise<Enveloped> {
  const got = await ask(origin, { ...sent, path })
  const isEnvelope = got.headers['content-type']?.includes('json') && !got.isBroken
  return { code: 0, msg: '', ...(isEnvelope && JSON.parse(got.text)), ...got }
}

export const list = '/api/sys/user/page/list'
/** What the fake platform says to that call from now on. */
export const answers = (platform: FakePlatform, answer: Answerer) =>
  platform.answers.set('/sys/user/page/list', answer)
export const page = { code: 0, msg: '', data: { content: [], meta: { page: 1, limit: 10, count: 0 } } }
