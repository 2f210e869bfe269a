import { type Caller, demoPassword, expect, hash, unique, test as withPeople } from './fixtures'
import { lists } from './lists'
import { noNginx, startNginx } from './nginx'
import { addPerson } from './people'
import { behindAnother, documented, startSite } from './proxied'
import { ask } from './raw-http'
import { found } from './records'
import { captchaAnswer } from './stack'

// One worker, so that two consoles and four proxies are enough.
withPeople.describe.configure({ mode: 'default' })
withPeople.skip(
  noNginx !== undefined || process.platform !== 'linux',
  noNginx ?? 'It takes many addresses of one machine.',
)

/** An address to call, and what the console behind it takes for its own. */
interface Way {
  url: string
  origin: string
}
type Name = 'nginx' | 'chain' | 'inner' | 'straight' | 'untold'

const outerProxy = '127.0.0.8'

const test = withPeople.extend<object, { ways: Record<Name, Way> }>({
  ways: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const told = await startSite({ env: { TRUSTED_PROXIES: `127.0.0.1,${outerProxy}` } })
      const untold = await startSite({ env: { TRUSTED_PROXIES: undefined } })
      const toConsole = await documented('nginx.conf', told.ports, false)
      const inner = await startNginx((place) => behindAnother(toConsole(place)))
      const toInner = await documented('nginx.conf', [inner.port], false)
      const outer = await startNginx((place) =>
        toInner(place).replace('proxy_redirect off;', `proxy_redirect off; proxy_bind ${outerProxy};`),
      )
      const { origin } = told
      await use({
        nginx: { url: told.nginx.url, origin },
        chain: { url: outer.url, origin },
        inner: { url: inner.url, origin },
        straight: { url: `http://127.0.0.1:${told.ports[0]}`, origin },
        untold: { url: untold.nginx.url, origin: untold.origin },
      })
      await Promise.all([outer.stop(), inner.stop()])
      await Promise.all([told.stop(), untold.stop()])
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

interface Answer {
  code: number
  msg: string
  data: unknown
}

/** Signs in, enters a system and stores a department, all from one address of this machine. */
async function work(way: Way, from: string, account: string, headers: Record<string, string>): Promise<void> {
  let cookie = ''
  const call = async (path: string, body?: object) => {
    const { text, headers: given } = await ask(`${way.url}/api${path}`, {
      from,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...headers,
        'x-console': '1',
        origin: way.origin,
        cookie,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    })
    const set = given['set-cookie']?.find((line) => line.startsWith('access_token=')) ?? cookie
    cookie = set.split(';', 1)[0] ?? ''
    return text
  }
  const good = async (path: string, body?: object): Promise<unknown> => {
    const answer = JSON.parse(await call(path, body)) as Answer
    expect(answer.code, `${path}: ${answer.msg}`).toBe(0)
    return answer.data
  }
  const key = `${Date.now()}${Math.floor(Math.random() * 1e6)}`
  await call(`/authorization/captcha?key=${key}`)
  const secret = hash(demoPassword)
  await good('/session/sign-in', { username: account, code: captchaAnswer, secret, key })
  const [{ orgId = '' } = {}] = (await good('/sys/org/page/listUserOrg')) as { orgId: string }[]
  const systems = (await good(`/sys/user/app/list?orgId=${orgId}`)) as { id: string; code: string }[]
  await good('/session/enter', { orgId, systemId: systems.find(({ code }) => code === 'uia')?.id })
  const name = unique('d')
  await good('/sys/dept/page/add', { name, code: name.slice(-20), orgId, enabled: true, remark: null })
}

/** The addresses that the login log and the operation log have for a person. */
async function logged(admin: Caller, account: string): Promise<string[]> {
  const rows = [
    ...(await found<{ requestIp: string }>(admin, lists.entryLog, account)),
    ...(await found<{ requestIp: string }>(admin, lists.operation, account)),
  ]
  expect(rows, 'a sign-in and an operation').toHaveLength(2)
  return [...new Set(rows.map((row) => row.requestIp))]
}

/** What somebody may say who wants another address in the log. */
const forgeries: Record<string, string>[] = [
  {},
  { 'x-forwarded-for': '6.6.6.6' },
  {
    'x-forwarded-for': `6.6.6.6, 127.0.0.1, ${outerProxy}`,
    'x-real-ip': '6.6.6.6',
    'x-client-ip': '6.6.6.6',
    forwarded: 'for=6.6.6.6',
  },
]

for (const [way, from, told, title] of [
  ['nginx', '127.0.0.7', '127.0.0.7', 'behind nginx the person’s own address is logged'],
  ['straight', '127.0.0.9', '127.0.0.9', 'past the proxy the address of the connection is logged'],
  ['chain', '127.0.0.10', '127.0.0.10', 'behind two proxies the person’s own address is logged'],
  ['inner', '127.0.0.11', '127.0.0.11', 'past the outer proxy the address of the connection is logged'],
  ['untold', '127.0.0.12', '127.0.0.1', 'without TRUSTED_PROXIES the proxy’s address is logged'],
] as const) {
  test(`EDGE-7 LLOG-1 OLOG-1 ${title}, never a forged one`, async ({ admin, ways }) => {
    for (const headers of forgeries) {
      const person = await addPerson(admin, { EAST: 'manager' })
      await work(ways[way], from, person.account, headers)
      expect(await logged(admin, person.account), JSON.stringify(headers)).toEqual([told])
    }
  })
}
