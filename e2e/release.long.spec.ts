import { expect } from './fixtures'
import { journeys } from './journeys'
import { ask } from './raw-http'
import { prefixes, test } from './unpacked'

// One worker, so that one archive is unpacked and started for all.
test.describe.configure({ mode: 'default' })

for (const prefix of prefixes) {
  const title = `from an archive at ${prefix || '/'}`
  test.describe(title, () => {
    test.use({ prefix })
    journeys(test, title, 'OPS-2 ')

    test(`OPS-2 the guard, the headers and the files of the sub-path ${title}`, async ({ site }) => {
      for (const path of ['/home', '/account/index?page=2', '/login/', prefix === '' ? '/' : '']) {
        const answer = await ask(site.origin + prefix + path)
        expect(answer.status, path).toBe(307)
        expect(answer.headers.location, path).toMatch(new RegExp(`^${prefix}/login(\\?|$)`))
      }
      const page = await ask(`${site.origin}${prefix}/login`)
      expect(page.headers['x-frame-options']).toBe('DENY')
      expect(page.headers['content-security-policy']).toContain(`report-uri ${prefix}/api/csp-report`)
      const icon = await ask(`${site.origin}${prefix}/images/mark.svg`)
      expect(icon.status).toBe(200)
      expect(icon.headers['content-security-policy']).toContain('sandbox')
    })
  })
}

test('OPS-2 nothing of a console answers outside of its sub-path', async ({ unpacked }) => {
  const { origin } = unpacked.sites['/console']
  for (const path of ['/login', '/', '/a/b/login', '/consoles/login', '/_next/static/x.js']) {
    expect((await ask(origin + path)).status, path).toBe(404)
  }
})
