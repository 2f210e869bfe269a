import { expect, microPage } from './fixtures'
import { heading, html, json, script } from './micro-files'
import { test } from './own'

test.use({ as: 'admin' })
test.describe.configure({ mode: 'default' })

const said = (page: Parameters<typeof microPage>[0]) => microPage(page).locator('#said')
/** A page that says what it meets, one after the other. */
const saying = (scripts: string, body = '') => ({
  ...html(`<!doctype html><html><head><script>
    const say = (text) => { document.getElementById('said').textContent += text + '; ' }
    </script></head><body><h1>page</h1><output id="said"></output>${body}${scripts}</body></html>`),
})
const after = (name: string) =>
  `const script = document.createElement('script'); script.src = '${name}'; document.head.appendChild(script)`

test('MICRO-4 FRAME-10 MICRO-6 a page that goes while a file of it waits opens again, and holds up no other', async ({
  page,
  context,
  micro,
}) => {
  const slow = await micro.add(context, {})
  slow.server.serve({
    '/index.html': html('<h1>waiting</h1><button>again</button><script src="./app.js"></script>'),
    // As many calls as have their turn at once.
    '/app.js': script(`
      for (const part of [1, 2, 3]) {
        const call = new XMLHttpRequest()
        call.open('GET', $wujie.props.apiBase + '/list' + part)
        call.send()
      }
      const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/part.css' })
      sheet.onload = () => { document.querySelector('h1').textContent = 'there' }
      document.head.appendChild(sheet)
      document.querySelector('button').onclick = () => {
        document.querySelector('h1').textContent = 'going'
        location.reload()
      }`),
    '/part.css': { body: 'h1 { color: red }', type: 'text/css' },
    ...Object.fromEntries([1, 2, 3].map((part) => [`/${slow.code}/list${part}`, json([])])),
  })
  const other = await micro.add(context, {
    '/index.html': html(
      `<h1>first</h1><button id="go">go</button><button id="more">more</button><script src="./app.js"></script>`,
    ),
    '/app.js': script(`
      const { bus, props } = $wujie
      const message = { v: 1, type: 'micro:navigate', from: props.systemCode, instanceId: props.instanceId }
      document.getElementById('go').onclick = () =>
        bus.$emit(message.type, { ...message, payload: { to: '/${slow.code}/x' } })
      document.getElementById('more').onclick = () => { ${after('/more.js')} }`),
    '/more.js': script(`document.querySelector('h1').textContent = 'more'`),
  })
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(/\/(?:list\d|part\.css)/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/${other.code}/x`)
  await heading(page, 'first')
  const press = (name: string) => microPage(page).getByRole('button', { name, exact: true }).click()
  const asked = page.waitForRequest('**/list3')
  await press('go')
  await heading(page, 'waiting')
  await asked
  await press('again')
  await heading(page, 'waiting')
  goOn()
  await heading(page, 'there')
  await page.goBack()
  await press('more')
  await heading(page, 'more')
})

test('FRAME-4 FRAME-2 a page computes with WebAssembly, and takes what it made itself', async ({
  page,
  context,
  micro,
}) => {
  const wasm = 'new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))'
  const { code } = await micro.add(context, {
    '/index.html': saying('<script src="./app.js"></script>'),
    '/worker.js': script(`${wasm}; fetch('data:,b').then((answer) => answer.text()).then(postMessage)`),
    '/app.js': script(`(async () => {
      ${wasm}
      const blob = URL.createObjectURL(new Blob(['made']))
      say(await (await fetch(blob)).text())
      say((await (await fetch(document.createElement('canvas').toDataURL())).blob()).type)
      const request = new XMLHttpRequest()
      request.open('GET', blob)
      request.onload = () => say('xhr ' + request.responseText)
      request.send()
      new Worker('/worker.js').onmessage = ({ data }) => say('worker ' + data)
    })().catch((error) => say(error.message))`),
  })
  await page.goto(`/${code}/x`)
  for (const text of ['made; image/png; ', 'xhr made; ', 'worker b; '])
    await expect(said(page)).toContainText(text)
})

test('EDGE-10 FRAME-2 a script of another host runs in no page, however it is asked for', async ({
  page,
  context,
  micro,
  expected,
  requested,
}) => {
  expected.push(/Content Security Policy/, /wujie/i, /Failed to fetch/)
  const foreign = await micro.add(context, { '/foreign.js': script(`top.foreign = true`) })
  const address = `http://127.0.0.1:${foreign.server.port}/foreign.js`
  const { code } = await micro.add(context, {
    '/index.html':
      saying(`<script src="${address}"></script><script type="module" src="${address}?module"></script>
      <script src="./app.js"></script>`),
    '/app.js': script(`
      ${after(`${address}?head`)}
      const beside = document.createElement('script')
      beside.src = '${address}?beside'
      beside.onerror = () => say('beside')
      document.querySelector('h1').appendChild(beside)
      script.onload = script.onerror = () => say('head')
      const address = '${address}?import'
      import(address).catch(() => say('import'))`),
  })
  await page.goto(`/${code}/x`)
  for (const name of ['head', 'beside', 'import']) await expect(said(page)).toContainText(`${name}; `)
  await expect.poll(() => requested).toContain(`${address}?module`)
  // A browser tells of what it refuses, too.
  requested.splice(0)
  expect(foreign.server.asked).toEqual([])
  expect(await page.evaluate(() => 'foreign' in window)).toBe(false)
})

test('FRAME-2 pictures below /images/, in styles and in text that scripts draw, are a page’s own', async ({
  page,
  context,
  micro,
}) => {
  const picture = {
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>',
    type: 'image/svg+xml',
  }
  const { code, server } = await micro.add(context, {
    '/index.html': saying(
      '<script src="./app.js"></script>',
      '<p style="background-image: url(/images/page.svg)">page</p><div id="drawn"></div>',
    ),
    '/app.js': script(`document.getElementById('drawn').innerHTML =
      '<img alt="drawn" src="/images/drawn.svg"><p style="background-image: url(/images/style.svg)">style</p>'`),
    ...Object.fromEntries(['page', 'drawn', 'style'].map((name) => [`/images/${name}.svg`, picture])),
  })
  await page.goto(`/${code}/x`)
  await expect(microPage(page).getByRole('img', { name: 'drawn' })).toHaveJSProperty('naturalWidth', 7)
  for (const name of ['page', 'style']) await expect.poll(() => server.asked).toContain(`/images/${name}.svg`)
})

test('FRAME-2 FRAME-1 a file finds the address that it was built with, and all who wait for one hear of it', async ({
  page,
  context,
  micro,
}) => {
  const { code } = await micro.add(context, {
    '/index.html': saying('<script src="/_next/first.js"></script>'),
    '/_next/first.js': script(`
      say(document.currentScript.getAttribute('src'))
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = '/_next/late.css'
      const hear = (element, name) => {
        element.onload = () => say(name + ' handler')
        element.addEventListener('load', () => say(name + ' listener'))
        document.head.appendChild(element)
      }
      hear(link, 'style')
      const script = document.createElement('script')
      script.src = '/_next/late.js'
      hear(script, 'script')`),
    '/_next/late.js': script(`say(document.currentScript.getAttribute('src'))`),
    '/_next/late.css': { body: 'h1 { color: red }', type: 'text/css' },
  })
  await page.goto(`/${code}/x`)
  await expect(said(page)).toContainText(/^\/_next\/first\.js; /)
  for (const text of ['/_next/late.js; script handler; script listener; ', 'style handler; style listener; '])
    await expect(said(page)).toContainText(text)
})

test('FRAME-10 MICRO-4 FRAME-8 scripts that a page adds wait for none that hangs, and one that does not come says so', async ({
  page,
  context,
  micro,
  expected,
}) => {
  expected.push(/404/, /MIME type/)
  const { code, server } = await micro.add(context, {
    '/index.html': saying('<script src="./app.js"></script>'),
    '/app.js': script(`
      const add = (src, more) => {
        const script = Object.assign(document.createElement('script'), { src, ...more })
        for (const type of ['load', 'error']) script.addEventListener(type, ({ type, target }) => say(src + ' ' + type + (target === script)))
        document.head.insertBefore(script, null)
        return script
      }
      add('/hangs.js')
      add('/missing.js')
      add('/page.js')
      add('/plain.js').remove()
      document.head.removeChild(add('/module.js', { type: 'module' }))
      for (const name of ['third', 'fourth']) add('/' + name + '.js', { async: false })
      const text = document.createElement('script')
      text.textContent = 'say("text")'
      document.body.append(text); say('on')`),
    '/hangs.js': 'never',
    '/page.js': html('<!doctype html><p>none</p>'),
    '/plain.js': { body: `say(new URL(document.currentScript.src).pathname)`, type: 'text/plain' },
    '/module.js': script('say(new URL(import.meta.url).pathname)'),
    '/third.js': script('say("third")'),
    '/fourth.js': script('say("fourth")'),
  })
  await page.goto(`/${code}/x`)
  const texts = [
    ...['/missing.js errortrue', '/page.js errortrue', `/micro/${code}/plain.js; `],
    ...[
      '/plain.js loadtrue',
      '/third.js loadtrue',
      '/fourth.js loadtrue',
      '/module.js loadtrue',
      'text; on; ',
    ],
  ]
  for (const text of texts) await expect(said(page)).toContainText(text, { timeout: 4_000 })
  await expect(said(page)).toContainText(/third;.* fourth;/)
  expect(server.asked.filter((path) => path === '/third.js')).toHaveLength(1)
})

test('MICRO-4 FRAME-8 a page that opens again runs the scripts that its server has by now', async ({
  page,
  context,
  micro,
  expected,
}) => {
  expected.push(/MIME type/, /wujie error.*app/)
  const { code, server } = await micro.add(context, {})
  const at = (text: string) => ({
    '/index.html': saying('<script src="./config.js"></script><script defer src="./app.js"></script>'),
    '/config.js': script(`say('${text}'); document.addEventListener('click', () => location.reload())`),
  })
  // As while it is mended.
  server.serve({ ...at('before'), '/app.js': html('<!doctype html><p>closed</p>') })
  await page.goto(`/${code}/x`)
  await expect(said(page)).toHaveText('before; ')
  server.serve({ ...at('after'), '/app.js': script(`say('app')`) })
  await microPage(page).getByRole('heading').click()
  await expect(said(page)).toHaveText('after; app; ')
})

test('FRAME-2 MICRO-1 a page says how far it has come, and that it is there once its modules have run', async ({
  page,
  context,
  micro,
  expected,
}) => {
  expected.push(/403 of a list/)
  const listen = (name: string) =>
    `document.addEventListener('DOMContentLoaded', () => say('${name} ' + document.readyState))`
  const { code } = await micro.add(context, {
    '/index.html': saying(`
      <script>say(document.readyState); ${listen('ready')}
        document.addEventListener('readystatechange', () => say('to ' + document.readyState))
        addEventListener('load', () => {
          say('load ' + document.readyState)
          setTimeout(() => {
            const late = document.createElement('script')
            late.textContent = 'say("added")'
            document.head.appendChild(late)
            say('on')
          }, 500)
        })</script>
      <script src="./later.js"></script>
      <script type="module">import { name } from './module.js'; say(name); ${listen('module')}</script>
      <script type="module">say('last'); throw new Error('403 of a list')</script>`),
    '/later.js': script(`say('later')`),
    '/module.js': script(
      `await new Promise((resolve) => setTimeout(resolve, 300)); export const name = 'inline'`,
    ),
  })
  await page.goto(`/${code}/x`)
  await expect(said(page)).toHaveText(
    'loading; later; inline; last; to interactive; ready interactive; module interactive; to complete; load complete; added; on; ',
  )
})
