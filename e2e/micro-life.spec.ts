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
