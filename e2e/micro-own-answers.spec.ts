import { expect, hold, microPage } from './fixtures'
import { heading, html, script, told } from './micro-files'
import { test } from './own'

test.use({ as: 'admin' })
test.describe.configure({ mode: 'default' })

/** Says what each question comes to, in the page's `<output>`. */
const say = `
  const lines = {}
  const say = async (name, ask) => { try { lines[name] = await ask() } catch (error) { lines[name] = String(error) } }
  const tell = () => { document.querySelector('output').textContent = JSON.stringify(lines) }
  const until = async (holds) => { for (let at = 0; at < 100 && !holds(); at += 1) await new Promise((r) => setTimeout(r, 20)) }`

test('FRAME-1 links, scripts and elements say where they are as in a window of their own', async ({
  page,
  context,
  micro,
  expected,
}) => {
  // The constructor that throws, tried once.
  expected.push(/^Error: none/)
  const { code } = await micro.add(context, {
    '/index.html':
      html(`<h1>page</h1><a id="tab" href="#one">1</a><a id="list" href="list">2</a><p id="p"></p>
      <output></output><script src="js/lib.js?theme=x"></script><script src="./app.js"></script>`),
    '/js/lib.js': script(`window.found = [...document.getElementsByTagName('script')]
      .map((one) => one.getAttribute('src')).filter((src) => /js\\/lib\\.js\\?theme=x$/.test(src)).length`),
    '/app.js': script(`${say}
      const bare = (address) => address.replace(/#.*/, '')
      addEventListener('load', async () => {
        await say('links', () => [bare(tab.href) === bare(location.href), tab.pathname === location.pathname,
          tab.search === location.search, String(tab) === tab.href, document.querySelector('#list').href ===
          new URL('list', location.href).href])
        await say('scripts', () => [found, document.querySelectorAll('script[src*="js/lib.js"]').length])
        await say('frame', () => window.frameElement)
        await say('owners', () => {
          const made = document.createElement('p')
          made.innerHTML = '<b>x</b>'
          document.body.append(made)
          const inner = made.firstChild
          return [inner.ownerDocument === document, made.ownerDocument === document,
            inner.ownerDocument.defaultView === window, document.contains(inner),
            (document.compareDocumentPosition(inner) & Node.DOCUMENT_POSITION_CONTAINED_BY) > 0,
            inner.isSameNode(inner), document.isSameNode(inner.ownerDocument),
            new XMLSerializer().serializeToString(document).includes('<h1>page</h1>'),
            document.cloneNode(true).querySelector('h1')?.textContent]
        })
        await say('parts', () => {
          const link = document.createElement('a')
          link.href = '?page=2'
          link.hash = 'x'
          return [link.href.replace(location.href, ''), link.pathname === location.pathname]
        })
        await say('kinds', () => {
          p.innerHTML = '<canvas></canvas><input>'
          let fault
          try { document.querySelector('[') } catch (error) { fault = error }
          return [p.firstChild.getContext('2d') instanceof CanvasRenderingContext2D,
            p.lastChild.validity instanceof ValidityState, p.attributes instanceof NamedNodeMap,
            fault instanceof DOMException]
        })
        await say('late', async () => {
          const made = document.createElement('late-el')
          p.append(made)
          p.insertAdjacentHTML('beforeend', '<late-el></late-el>')
          customElements.define('late-el', class extends HTMLElement { connectedCallback() { this.textContent = 'up' } })
          p.insertAdjacentHTML('beforeend', '<span><late-el></late-el></span>')
          p.append(made.cloneNode())
          await until(() => p.textContent === 'upupupup')
          // One that cannot be made is tried once.
          customElements.define('no-el', class extends HTMLElement { constructor() { throw new Error('none') } })
          const bad = document.createElement('div')
          bad.innerHTML = '<no-el></no-el><li is="x.y"></li>'
          p.append(bad)
          await new Promise((done) => setTimeout(done, 50))
          bad.remove()
          const host = document.createElement('div')
          host.attachShadow({ mode: 'open' }).innerHTML = '<i><late-el></late-el></i>'
          p.after(host)
          await until(() => host.shadowRoot.textContent === 'up')
          lines.nested = host.shadowRoot.textContent
          return [p.textContent, made instanceof customElements.get('late-el'), p.children.length]
        })
        tell()
      })`),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'page')
  expect(await told(page)).toEqual({
    links: [true, true, true, true, true],
    scripts: [1, 1],
    frame: null,
    owners: [true, true, true, true, true, true, true, true, 'page'],
    parts: ['?page=2#x', true],
    kinds: [true, true, true, true],
    late: ['upupupup', true, 6],
    nested: 'up',
  })
})

test('FRAME-1 FRAME-2 sheets that are named later load, workers begin as they are written, and the page closes and paints as its own', async ({
  page,
  context,
  micro,
}) => {
  const { code } = await micro.add(context, {
    '/index.html': html('<h1>page</h1><p id="p">x</p><output></output><script src="./app.js"></script>'),
    '/late.css': { body: 'p { color: rgb(1, 2, 3) }', type: 'text/css' },
    '/known.js': script('self.known = 42'),
    '/app.js': script(`${say}
      const answer = (address) => new Promise((done) => {
        const worker = new Worker(address)
        worker.onmessage = ({ data }) => done(data)
        worker.onerror = ({ message }) => done(message)
      })
      addEventListener('load', async () => {
        await say('sheet', () => new Promise((done) => {
          const link = document.createElement('link')
          link.rel = 'stylesheet'
          link.onload = () => done([link.isConnected, getComputedStyle(p).color])
          document.head.appendChild(link)
          link.href = 'late.css'
          setTimeout(() => done('never'), 3000)
        }))
        await say('worker', () => answer(URL.createObjectURL(new Blob(['(function () { postMessage("hi") })()'],
          { type: 'application/javascript' }))))
        await say('data', () => answer('data:text/javascript,' + encodeURIComponent(
          'importScripts(' + JSON.stringify(location.origin + '/known.js') + '); postMessage(known)')))
        await say('shadow', async () => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync('b { color: rgb(9, 9, 9) }')
          const style = (host) => getComputedStyle(host.shadowRoot.firstChild).color
          customElements.define('own-sheets', class extends HTMLElement {
            constructor() {
              super()
              const root = this.attachShadow({ mode: 'open' })
              root.adoptedStyleSheets = [sheet]
              root.innerHTML = '<b>x</b>'
            }
          })
          const plain = document.createElement('div')
          plain.attachShadow({ mode: 'open' }).innerHTML = '<b>x</b>'
          plain.shadowRoot.adoptedStyleSheets = [sheet]
          const pushed = document.createElement('div')
          pushed.attachShadow({ mode: 'open' }).innerHTML = '<b>x</b>'
          pushed.shadowRoot.adoptedStyleSheets.push(sheet)
          const hosts = [document.createElement('own-sheets'), plain, pushed]
          document.body.append(...hosts)
          await null
          const before = hosts.map(style)
          const moved = document.createDocumentFragment()
          moved.append(...hosts)
          document.body.append(moved)
          await null
          return [...before, ...hosts.map(style)]
        })
        await say('css', () => {
          CSS.registerProperty({ name: '--own', syntax: '<number>', inherits: false, initialValue: '7' })
          return getComputedStyle(p).getPropertyValue('--own')
        })
        const watcher = new CloseWatcher()
        watcher.onclose = () => { lines.closed = true; tell() }
        tell()
      })`),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'page')
  const own = 'rgb(9, 9, 9)'
  const shadow = [own, own, own, own, own, own]
  const lines = { sheet: [true, 'rgb(1, 2, 3)'], worker: 'hi', data: 42, shadow, css: '7' }
  expect(await told(page)).toEqual(lines)
  await microPage(page).locator('#p').click()
  await page.keyboard.press('Escape')
  await expect.poll(() => told(page)).toEqual({ ...lines, closed: true })
})

test('FRAME-2 a page reads the addresses of its pictures as it has written them', async ({
  page,
  context,
  micro,
}) => {
  const svg = (size: number) => ({
    body: `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"></svg>`,
    type: 'image/svg+xml',
  })
  const { code } = await micro.add(context, {
    '/index.html':
      html(`<h1>page</h1><img id="lamp" src="img/on.svg"><img id="root" src="/img/on.svg"><img id="none">
      <picture><source srcset="/img/off.svg"><img id="chosen" src="./img/on.svg"></picture>
      <output></output><script src="/app.js"></script>`),
    '/app.js': script(`${say}
      const at = (id) => document.getElementById(id)
      const size = async (img) => { await until(() => img.complete && img.naturalWidth > 0); return img.naturalWidth }
      at('none').addEventListener('error', () => { lines.error = true })
      addEventListener('load', async () => {
        await say('html', () => ['lamp', 'root', 'none', 'chosen'].map((id) => at(id).getAttribute('src')))
        await say('sources', () => [document.querySelector('source').getAttribute('src'),
          document.querySelector('source').getAttribute('srcset')])
        await say('toggled', async () => {
          const sizes = []
          for (let turn = 0; turn < 3; turn += 1) {
            const lamp = at('lamp')
            lamp.setAttribute('src', lamp.getAttribute('src') === 'img/on.svg' ? 'img/off.svg' : 'img/on.svg')
            await until(() => lamp.complete && lamp.currentSrc === lamp.src)
            sizes.push(await size(lamp))
          }
          return sizes
        })
        await say('copied', async () => {
          const copy = at('root').cloneNode()
          document.body.append(copy)
          return [copy.getAttribute('src'), await size(copy)]
        })
        tell()
      })`),
    '/img/on.svg': svg(11),
    '/img/off.svg': svg(12),
  })
  await page.goto(`/${code}/x`)
  expect(await told(page)).toEqual({
    html: ['img/on.svg', '/img/on.svg', null, './img/on.svg'],
    sources: [null, '/img/off.svg'],
    toggled: [12, 11, 12],
    copied: ['/img/on.svg', 11],
  })
})

test('FRAME-3 FRAME-4 a call that is answered with nothing ends, a file says how long it is, and HTML what it is', async ({
  page,
  context,
  micro,
}) => {
  const { code, server } = await micro.add(context, {})
  const bytes = (body: string) => ({
    ...{ body, type: 'application/octet-stream' },
    headers: { 'content-length': String(body.length) },
  })
  server.serve({
    '/index.html': html('<h1>page</h1><output></output><script src="/app.js"></script>'),
    '/app.js': script(`${say}
      const ask = (path, init) => fetch($wujie.props.apiBase + path, { cache: 'no-store', ...init })
      const length = (answer) => answer.headers.get('content-length')
      const all = [
        say('nothing', async () => (await ask('/gone', { method: 'DELETE' })).status),
        say('same', async () => (await ask('/same', { headers: { 'if-none-match': '"1"' } })).status),
        say('answer', async () => { const it = await ask('/file'); return [length(it), (await it.text()).length] }),
        say('file', async () => { const it = await fetch('/data.bin'); return [length(it), (await it.text()).length] }),
        say('head', async () => length(await ask('/file', { method: 'HEAD' }))),
        say('progress', () => new Promise((done) => {
          const call = new XMLHttpRequest()
          call.onload = ({ lengthComputable, total }) => done([lengthComputable, total])
          call.open('GET', $wujie.props.apiBase + '/file')
          call.send()
        })),
        say('html', async () => (await ask('/part')).headers.get('content-type')),
        say('document', () => new Promise((done) => {
          const call = Object.assign(new XMLHttpRequest(), { responseType: 'document' })
          call.onload = () => done([
            call.getResponseHeader('Content-Type'),
            /content-type: (.*)/.exec(call.getAllResponseHeaders())[1],
            call.response.querySelector('b').textContent,
          ])
          call.open('GET', $wujie.props.apiBase + '/part')
          call.send()
        })),
      ]
      Promise.race([Promise.all(all), new Promise((late) => setTimeout(late, 5000))]).then(tell)`),
    '/data.bin': bytes('01234567'),
    [`/${code}/gone`]: { status: 204 },
    [`/${code}/same`]: { status: 304, headers: { etag: '"1"' } },
    [`/${code}/file`]: bytes('0123456789'),
    [`/${code}/part`]: html('<b>part</b>'),
  })
  await page.goto(`/${code}/x`)
  expect(await told(page)).toEqual({
    ...{ nothing: 204, same: 304, answer: ['10', 10], file: ['8', 8], head: '10', progress: [true, 10] },
    html: 'text/html',
    document: ['text/html', 'text/html', 'part'],
  })
})

test('FRAME-8 MICRO-4 a page pressed before its scripts come comes up', async ({ page, context, micro }) => {
  const { code } = await micro.add(context, {
    '/index.html': html(
      '<h1>page</h1><button>press</button><output></output><script src="/app.js" type="module"></script>',
    ),
    '/app.js': script(
      `addEventListener('load', () => { document.querySelector('output').textContent = '"up"' })`,
    ),
  })
  const goOn = await hold(page, '**/app.js')
  await page.goto(`/${code}/x`)
  await microPage(page).getByRole('button').click()
  goOn()
  expect(await told(page)).toBe('up')
})
