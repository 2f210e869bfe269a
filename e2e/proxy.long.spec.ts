import { makeProof } from '../lib/probe-proof'
import { expect, logInByHand, microPage, tell, unique } from './fixtures'
import { journeys } from './journeys'
import { noNginx } from './nginx'
import { test } from './proxy-site'
import { ask } from './raw-http'
import { keys } from './stack'

// One worker, so that a console and an nginx of each shape are enough.
test.describe.configure({ mode: 'default' })
test.skip(noNginx !== undefined, noNginx)

for (const [shape, title] of [
  ['plain', 'at the top'],
  ['sub-path', 'under a sub-path'],
  ['tls', 'behind TLS'],
] as const) {
  test.describe(title, () => {
    test.use({ shape })
    journeys(test, title)

    test(`FRAME-4 a system’s WebSocket and its event stream get through ${title}`, async ({
      page,
      admin,
      site,
    }) => {
      const code = unique('talks')
      const { talks: port } = JSON.parse(process.env.MICRO_SYSTEMS ?? '{}')
      const system = { code, name: code, version: '1', type: 0, enable: 1, hostName: '127.0.0.1', port }
      await tell(admin, '/sys/resourcesConfig/page/add', system)
      await page.goto(`${site.prefix}/login`)
      await logInByHand(page, 'admin')
      await expect(page).toHaveURL(new RegExp(`${site.prefix}/home`))
      await page.goto(`${site.prefix}/${code}/page`)
      await expect(microPage(page).locator('output')).toHaveText('echo hello')
      await expect(microPage(page).getByRole('heading')).toHaveText('talking there')
    })

    test(`EDGE-16 the doctor is told where the console stands ${title}`, async ({ site }) => {
      const headers = { 'x-console': '1', 'x-doctor': makeProof(keys.SESSION_SECRET, Date.now()) }
      const { text } = await ask(`${site.nginx.url}${site.prefix}/api/doctor`, { headers })
      expect(JSON.parse(text)).toMatchObject({ basePath: site.prefix })
    })

    test(`GUARD-2 redirects stay below the prefix ${title}`, async ({ site }) => {
      const top = site.prefix || '/'
      const paths = ['/home', '/account/index?page=2', '/login/', '/home/', '/'].map(
        (path) => site.prefix + path,
      )
      for (const path of [top, ...paths]) {
        const answer = await ask(site.nginx.url + path, {
          headers: {
            'x-forwarded-host': 'evil.example',
            'x-forwarded-proto': 'ftp',
            'x-forwarded-port': '1',
          },
        })
        expect(answer.status, path).toBe(307)
        expect(answer.headers.location, path).toMatch(new RegExp(`^${site.prefix}/login(\\?|$)`))
      }
      expect(await ask(`${site.nginx.url}${site.prefix}/login`, { method: 'TRACE' })).toMatchObject({
        status: 405,
      })
      const upgrade = { connection: 'upgrade', upgrade: 'websocket' }
      expect(await ask(`${site.nginx.url}${site.prefix}/login`, { headers: upgrade })).toMatchObject({
        status: 400,
      })
    })
  })
}

test.describe('behind TLS', () => {
  test.use({ shape: 'tls' })

  test('writes come from the outer address alone, and https stays', async ({ site }) => {
    const call = (origin: string) =>
      ask(`${site.nginx.url}/api/session/sign-out`, {
        method: 'POST',
        headers: { 'x-console': '1', 'content-type': 'application/json', origin },
        body: '{}',
      })
    expect((await call(site.origin)).status).toBe(200)
    for (const foreign of [
      site.origin.replace('https:', 'http:'),
      site.nginx.url,
      `http://127.0.0.1:${site.ports[0]}`,
      'null',
    ]) {
      expect((await call(foreign)).status, foreign).toBe(403)
    }
    const page = await ask(`${site.nginx.url}/login`)
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
    const cookies = (await call(site.origin)).headers['set-cookie'] ?? []
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure/)
    const plain = await ask(`http://127.0.0.1:${site.nginx.otherPort}/home?a=1`, {
      headers: { host: 'console.test' },
    })
    expect([plain.status, plain.headers.location]).toEqual([301, 'https://console.test/home?a=1'])
  })
})
