import { expect } from './fixtures'
import { heading, html, script, told } from './micro-files'
import { test } from './own'

test.use({ as: 'admin' })
test.describe.configure({ mode: 'default' })

test('FRAME-1 FRAME-5 a page that is loaded anew finds what it has called its window, and its scripts wait for nobody else', async ({
  page,
  context,
  micro,
}) => {
  const { code } = await micro.add(context, {
    '/index.html': html('<h1>page</h1><output></output><script src="./app.js"></script>'),
    '/app.js': script(`
      const before = window.name
      if (name !== 'once') { name = 'once'; location.reload() }
      else document.querySelector('output').textContent = JSON.stringify([before, document.currentScript.async])`),
  })
  await page.goto(`/${code}/x`)
  expect(await told(page)).toEqual(['once', false])
})

test('FRAME-5 a page that asks to be loaded anew, or to go on to another, does so', async ({
  page,
  context,
  micro,
}) => {
  const refresh = (content: string) => ({
    '/index.html': html(
      `<head><meta http-equiv="refresh" content="${content}"></head><h1>page</h1><script src="/app.js"></script>`,
    ),
    '/app.js': script(
      'if (location.pathname === "/next") document.querySelector("h1").textContent = "next"; onpopstate = () => { document.querySelector("h1").textContent = "gone to " + location.pathname }',
    ),
  })
  const { code, server } = await micro.add(context, refresh('1; url=/next'))
  await page.goto(`/${code}/x`)
  await heading(page, 'page')
  await heading(page, 'gone to /next')
  await expect(page).toHaveURL(new RegExp(`/${code}/next$`))
  server.serve(refresh('1'))
  await page.reload()
  await heading(page, 'next')
  const loads = () => server.asked.filter((path) => path === '/index.html').length
  await expect.poll(loads).toBeGreaterThan(2)
  await heading(page, 'next')
})

test('FRAME-1 FRAME-2 scripts that say nothing of their encoding are read in that of their page', async ({
  page,
  context,
  micro,
}) => {
  /** 告警 in GBK. */
  const old = Buffer.from([0xb8, 0xe6, 0xbe, 0xaf])
  const inGbk = (before: string, after: string) =>
    Buffer.concat([Buffer.from(before), old, Buffer.from(after)])
  const { code } = await micro.add(context, {
    '/index.html':
      html(`<!doctype html><html><head><meta http-equiv="Content-Type" content="text/html; charset=gb2312">
      <script src="/js/plain.js"></script><script src="/js/new.js"></script></head><body><h1>page</h1><output></output>
      <script>
        var added = document.createElement('script')
        added.src = '/js/added.js'
        document.body.appendChild(added)
      </script></body></html>`),
    '/js/plain.js': { body: inGbk('var plain = "', '"'), type: 'text/javascript' },
    '/js/new.js': script('var made = "告警"'),
    '/js/added.js': {
      body: inGbk('document.querySelector("output").textContent = JSON.stringify([plain, made, "', '"])'),
      type: 'text/javascript',
    },
  })
  for (const _ of ['at first', 'and again']) {
    await page.goto(`/${code}/x`)
    expect(await told(page)).toEqual(['告警', '告警', '告警'])
  }
})
