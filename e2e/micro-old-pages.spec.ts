import { expect, microPage } from './fixtures'
import { heading, html, json, script, told } from './micro-files'
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

test('FRAME-4 MICRO-4 what a page says as it goes arrives', async ({ page, context, micro }) => {
  const { code, server } = await micro.add(context, {})
  server.serve({
    ...Object.fromEntries(['pagehide', 'unload'].map((type) => [`/${code}/${type}`, json({})])),
    '/index.html': html('<h1></h1><button>again</button><script src="/app.js"></script>'),
    '/app.js': script(`
      for (const type of ['pagehide', 'unload'])
        addEventListener(type, () => {
          if (document.visibilityState === 'hidden' && document.body)
            navigator.sendBeacon($wujie.props.apiBase + '/' + type, document.title)
        })
      document.querySelector('button').onclick = () => location.reload()
      document.querySelector('h1').textContent = 'there'`),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'there')
  server.asked.length = 0
  await microPage(page).getByRole('button', { name: 'again' }).click()
  await expect
    .poll(() => server.asked)
    .toEqual(expect.arrayContaining([`/${code}/pagehide`, `/${code}/unload`]))
  await heading(page, 'there')
})

/** As routers do where a part of theirs does not come: at a press, and at Back and Forward. */
const build = (name: string) => ({
  '/index.html': html(
    `<h1></h1><button id="go">go</button><button id="same">same</button><script type="module" src="/${name}.js"></script>`,
  ),
  [`/${name}.js`]: script(`
    const title = document.querySelector('h1')
    let isTriedAgain = false
    const show = (path) => import('./part-of-${name}.js').then(
      () => { title.textContent = '${name} ' + path },
      () => {
        if (isTriedAgain) title.textContent = 'no part'
        else { isTriedAgain = true; location.href = path }
      },
    )
    document.getElementById('go').onclick = () => show('/part')
    document.getElementById('same').onclick = () => { location.href = location.pathname }
    onpopstate = () => show(location.pathname)
    if (location.pathname === '/part') show('/part')
    else title.textContent = '${name}'`),
  [`/part-of-${name}.js`]: script(''),
})
const wholePage = html('<!doctype html><h1>start</h1>')

for (const [how, gone] of [
  ['is gone', {}],
  ['is answered with a page', { '/part-of-old.js': wholePage }],
] as const)
  test(`FRAME-5 MICRO-4 a page whose script ${how} since an earlier build is loaded anew where it goes by its address, and so is one that goes to where it is`, async ({
    page,
    context,
    micro,
    expected,
  }) => {
    expected.push(/404|MIME type/)
    const { code, server } = await micro.add(context, build('old'))
    const press = (name: string) => microPage(page).getByRole('button', { name, exact: true }).click()
    const loads = () => server.asked.filter((path) => path === '/index.html').length
    await page.goto(`/${code}/x`)
    // What its script has written: the page has come whole.
    await heading(page, 'old')
    server.serve({ ...build('new'), ...gone })
    await press('go')
    await heading(page, 'new /part')
    await expect(page).toHaveURL(new RegExp(`/${code}/part$`))
    expect(loads()).toBe(1)
    await press('same')
    await expect.poll(loads).toBe(2)
    await heading(page, 'new /part')
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`/${code}/x$`))
    await heading(page, 'new /x')
  })

test('FRAME-4 a form that is sent into a window of its own has its answer there, but for a file and a refusal', async ({
  page,
  context,
  micro,
  expected,
}) => {
  expected.push(/403/)
  const names = ['report', 'picture', 'file', 'refused']
  const { code, server } = await micro.add(context, {})
  const form = (name: string) =>
    `<form action="/api/${code}/${name}" method="post" target="_blank"><button>${name}</button></form>`
  server.serve({
    '/index.html': html(`<h1>page</h1>${names.map(form).join('')}`),
    [`/${code}/report`]: html('<b>12 kWh</b><script>document.body.textContent = "run"</script>'),
    [`/${code}/picture`]: { body: Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'), type: 'image/gif' },
    [`/${code}/file`]: { ...html('a'), headers: { 'content-disposition': 'attachment; filename="a.html"' } },
    [`/${code}/refused`]: { ...json({ code: 40, msg: 'Not this month' }), status: 403 },
  })
  await page.goto(`/${code}/x`)
  const send = async (name: string) => {
    const opened = context.waitForEvent('page')
    await microPage(page).getByRole('button', { name }).click()
    return opened
  }
  await expect((await send('report')).locator('body')).toHaveText(/^<b>12 kWh<\/b><script>.*<\/script>$/)
  await expect((await send('picture')).locator('img')).toBeVisible()
  const saved = page.waitForEvent('download')
  const ofFile = await send('file')
  expect((await saved).suggestedFilename()).toBe('a.html')
  expect(ofFile.isClosed()).toBe(true)
  const ofRefusal = await send('refused')
  await expect(page.getByText('Not this month')).toBeVisible()
  expect(ofRefusal.isClosed()).toBe(true)
  await heading(page, 'page')
})
