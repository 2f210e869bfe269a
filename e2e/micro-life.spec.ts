import { expect, microPage } from './fixtures'
import { html, script } from './micro-files'
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
