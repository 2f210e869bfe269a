import type { Frame, Page } from 'playwright/test'
import { expect, microPage } from './fixtures'
import { toasts } from './lists'
import { heading, html, json, script } from './micro-files'
import type { Files } from './micro-server'
import { type MicroSystem, test } from './own'

test.use({ as: 'admin' })
test.describe.configure({ mode: 'default' })

/** A build whose router knows the pages below `base` only, as one that is strict does; nothing of it knows the console. */
function build(base: string, more: Files = {}, head = ''): Files {
  const page = `<!doctype html><html><head>${head}<script type="module" src="${base}/app.js"></script></head>
    <body><div id="app"></div><div id="rest">${links}</div></body></html>`
  const router = `
    const base = ${JSON.stringify(base)}
    const draw = () => {
      const known = location.pathname === base || location.pathname.startsWith(base + '/')
      const route = known ? location.pathname.slice(base.length) + location.search : 'nowhere'
      if (known) document.title = 'Title of ' + route
      document.getElementById('app').innerHTML = '<h1>page ' + route + '</h1>'
    }
    window.addEventListener('popstate', draw)
    const { pathname } = new URL('?tab=two', document.baseURI)
    document.getElementById('said').textContent = 'base ' + pathname + ' ' + (document.URL === location.href)
    document.getElementById('again').onclick = () => location.reload()
    document.getElementById('relative').onclick = async () => {
      const lines = []
      const say = async (name, ask) => lines.push(name + ' ' + (await ask().catch((error) => error.message)))
      const texts = 'texts.json', own = 'api/' + document.querySelector('meta[name=code]').content + '/list'
      const byRequest = (url) => new Promise((resolve) => {
        const request = new XMLHttpRequest()
        request.open('GET', url)
        request.onloadend = () => resolve(request.status + request.responseText)
        request.send()
      })
      await say('fetch', async () => (await fetch(texts)).text())
      await say('request', async () => (await fetch(new Request(own))).text())
      await say('own', async () => (await fetch(own)).text())
      await say('xhr', () => byRequest(texts))
      await say('xhr-own', () => byRequest(own))
      document.getElementById('said').textContent = lines.join()
    }
    draw()`
  return { '/index.html': html(page), '/app.js': script(router), ...more }
}
const links = `
  <button id="again">again</button> <button id="relative">relative</button> <output id="said"></output>
  <a href="/form?a=1">link</a> <a href="#/part">part</a> <a>nowhere</a> <a href="/form" target="_blank">blank</a> <a href="/table.csv" download>save</a>
  <svg width="90" height="20"><a href="/drawn"><text y="15">drawn</text></a></svg>
  <img alt="map" usemap="#map" width="40" height="40" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
  <map name="map"><area alt="area" shape="rect" coords="0,0,40,40" href="/area"></map>
  <form action="/search"><input name="q" value="two words"><button>search</button></form>
  <form action="/sent" method="post"><button>send</button></form>`

async function frameOf(page: Page): Promise<Frame> {
  const frame = await (
    await page.locator('[data-testid=micro-view] iframe').first().elementHandle()
  )?.contentFrame()
  if (!frame) throw new Error('no frame')
  return frame
}
const placed = ({ code, server }: MicroSystem, more: Files = {}) => server.serve(build(`/${code}`, more))

test('FRAME-5 FRAME-6 a build for /{code}/ keeps its prefix, one for the root has none, and its title names the page', async ({
  page,
  context,
  micro,
}) => {
  const [prefixed, rooted] = [await micro.add(context, {}), await micro.add(context, build(''))]
  placed(prefixed)
  for (const [{ code }, base] of [
    [prefixed, `/${prefixed.code}`],
    [rooted, ''],
  ] as const) {
    await page.goto(`/${code}/form?a=1`)
    await expect(microPage(page).locator('#said')).toHaveText(`base ${base}/form true`)
    await heading(page, 'page /form?a=1')
    await microPage(page).getByRole('button', { name: 'again' }).click()
    await expect(microPage(page).getByRole('heading')).toHaveCount(1)
    await heading(page, 'page /form?a=1')
    await expect(page).toHaveURL(`/${code}/form?a=1`)
    await expect(page).toHaveTitle(/^Title of \/form\?a=1 - /)
  }
})

test('FRAME-5 links, areas and drawings of a build for the root lead to its pages, in whichever window @long', async ({
  page,
  context,
  micro,
  expected,
}) => {
  const { code } = await micro.add(context, build('', { '/table.csv': { body: 'a,b', type: 'text/csv' } }))
  await page.goto(`/${code}/start`)
  await heading(page, 'page /start')
  const view = microPage(page)
  const another = async (press: () => Promise<void>, path: string, shown: string) => {
    const [opened] = await Promise.all([context.waitForEvent('page'), press()])
    await expect(opened, path).toHaveURL(`/${code}${path}`)
    await heading(opened, shown)
    await opened.close()
  }
  const link = view.getByRole('link', { name: 'link', exact: true })
  await another(() => link.click({ modifiers: ['ControlOrMeta'] }), '/form?a=1', 'page /form?a=1')
  await another(() => link.click({ button: 'middle' }), '/form?a=1', 'page /form?a=1')
  await another(() => view.getByRole('link', { name: 'blank' }).click(), '/form', 'page /form')
  const [saved] = await Promise.all([page.waitForEvent('download'), view.getByText('save').click()])
  expect([saved.suggestedFilename(), await saved.failure()]).toEqual(['table.csv', null])
  expected.push(/status of 404/)
  const form = view.locator('form[method=post]')
  await form.evaluate((shown, to) => shown.setAttribute('action', to), `/api/${code}/none`)
  await view.getByRole('button', { name: 'send' }).click()
  await expect(toasts(page), 'a refusal, of which the page hears nothing').toContainText('系统错误')
  await form.evaluate((shown) => shown.setAttribute('action', '/sent'))
  for (const [press, path] of [
    [() => view.getByText('drawn').click(), '/drawn'],
    [() => view.getByRole('img', { name: 'map' }).click(), '/area'],
    [() => view.getByRole('button', { name: 'search' }).click(), '/search?q=two+words'],
  ] as const) {
    await press()
    await heading(page, `page ${path}`)
    await expect(page).toHaveURL(`/${code}${path}`)
  }
  await page.goBack()
  await heading(page, 'page /area')
  await view.getByRole('button', { name: 'send' }).click()
  await expect(page.getByRole('main').getByRole('alert'), 'what would take the page away').toContainText(
    '/sent',
  )
})

/** A build for the root whose buttons each go somewhere by script, as pages do that show no link. */
const going = `
  const press = (attributes, how = 'click') => {
    const link = Object.assign(document.createElement('a'), attributes)
    if (how === 'click') link.click()
    else link.dispatchEvent(new MouseEvent('click'))
  }
  const file = () => URL.createObjectURL(new Blob(['a,b'], { type: 'text/plain' }))
  const api = '/api/' + document.querySelector('meta[name=code]').content
  const ways = {
    self: () => open('/form?a=1', '_self'),
    detached: () => press({ href: '/item/8' }),
    parsed: () => {
      const box = document.createElement('div')
      box.innerHTML = '<a href="/item/9">x</a>'
      box.firstChild.click()
    },
    hash: () => { location.href = '#/x' },
    'detached blank': () => press({ href: '/item/8', target: '_blank' }),
    'blob window': () => open(file()),
    'blob link': () => press({ href: file() }, 'event'),
    'blob place': () => { location.href = file() },
    'blob file': () => press({ href: file(), download: 'blob.txt' }, 'event'),
    api: () => press({ href: api + '/export' }),
    'api self': () => open(api + '/export', '_self'),
    document: () => press({ href: '/table.csv' }),
    'document place': () => { location.href = '/table.csv' },
    gone: () => { document.querySelector('#rest').append(Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0;url=/home' })) },
    dialog: () => history.pushState({ modal: true }, ''),
  }
  for (const [name, go] of Object.entries(ways)) {
    const button = document.createElement('button')
    button.textContent = name
    button.onclick = go
    document.getElementById('rest').append(button)
  }
  addEventListener('popstate', ({ state }) => { document.getElementById('said').textContent = JSON.stringify(state) })`

test('FRAME-3 FRAME-8 wherever a script goes, the page stays, or says that it has gone', async ({
  page,
  context,
  micro,
  expected,
}) => {
  const csv = { body: 'a,b', type: 'text/csv' }
  const { code, server } = await micro.add(context, {})
  const more = { '/going.js': script(going), '/table.csv': csv, [`/${code}/export`]: csv }
  const head = `<meta name="code" content="${code}"><script type="module" src="/going.js"></script>`
  server.serve(build('', more, head))
  await page.goto(`/${code}/start`)
  await heading(page, 'page /start')
  const view = microPage(page)
  const press = (name: string) => view.getByRole('button', { name, exact: true }).click()
  for (const [name, path] of [
    ['self', '/form?a=1'],
    ['detached', '/item/8'],
    ['parsed', '/item/9'],
  ] as const) {
    await press(name)
    await heading(page, `page ${path}`)
    await expect(page).toHaveURL(`/${code}${path}`)
  }
  await press('hash')
  await expect(page).toHaveURL(`/${code}/item/9#/x`)
  await view.getByRole('link', { name: 'part', exact: true }).click()
  await expect(page).toHaveURL(`/${code}/item/9#/part`)
  expect(await view.getByText('nowhere').getAttribute('href'), 'one without an address').toBeNull()
  for (const [name, at] of [
    ['detached blank', new RegExp(`/${code}/item/8$`)],
    ['blob window', /^blob:/],
    ['blob link', /^blob:/],
    ['blob place', /^blob:/],
  ] as const) {
    const [opened] = await Promise.all([context.waitForEvent('page'), press(name)])
    await expect(opened, name).toHaveURL(at)
    await opened.close()
  }
  const saved: string[] = []
  context.on('page', (opened) => opened.on('download', (file) => saved.push(file.suggestedFilename())))
  page.on('download', (file) => saved.push(file.suggestedFilename()))
  for (const [name, files] of [
    ['blob file', ['blob.txt']],
    ['document', ['table.csv']],
    ['document place', ['table.csv']],
    ['api', ['export.csv']],
    ['api self', ['export.csv']],
  ] as const) {
    saved.length = 0
    await press(name)
    await expect.poll(() => saved, name).toEqual(files)
  }
  await press('dialog')
  await press('dialog')
  await page.goBack()
  await expect(view.locator('#said')).toHaveText('{"modal":true}')
  await page.goBack()
  await expect(view.locator('#said')).toHaveText('null')
  await expect(page).toHaveURL(`/${code}/item/9#/part`)
  await heading(page, 'page /item/9')
  expected.push(/Framing/)
  await press('gone')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('离开了自己的页面')
})

test('FRAME-4 relative addresses of calls and files start from the page’s base, however deep its route is', async ({
  page,
  context,
  micro,
}) => {
  const { code, server } = await micro.add(context, {})
  const list = { [`/${code}/list`]: json(['own']), '/texts.json': json(['texts']) }
  server.serve(build('', list, `<base href="/"><meta name="code" content="${code}">`))
  await page.goto(`/${code}/form/deep/3`)
  await heading(page, 'page /form/deep/3')
  await microPage(page).getByRole('button', { name: 'relative' }).click()
  const texts = '["texts"]'
  const own = '["own"]'
  await expect(microPage(page).locator('#said')).toHaveText(
    `fetch ${texts},request ${own},own ${own},xhr 200${texts},xhr-own 200${own}`,
  )
  expect(await (await frameOf(page)).evaluate(() => location.pathname)).toBe(`/${code}/`)
})
