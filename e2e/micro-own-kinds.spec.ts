import { expect, microPage } from './fixtures'
import { heading, html, json, script, told } from './micro-files'
import { test } from './own'

test.use({ as: 'admin' })
test.describe.configure({ mode: 'default' })

/** Says what each question comes to, a line each, in the page's `<output>`. */
const say = `
  const lines = {}
  const say = async (name, ask) => { try { lines[name] = await ask() } catch (error) { lines[name] = String(error) } }
  const tell = () => { document.querySelector('output').textContent = JSON.stringify(lines) }`

test('FRAME-1 FRAME-2 scripts run in the page’s window wherever they are put, and templates stay', async ({
  page,
  context,
  micro,
}) => {
  const puts = `
    box.appendChild(made('/js/put.js?1'))
    box.insertBefore(made('/js/put.js?2'), first)
    first.before(made('/js/put.js?3'))
    box.append('text', made('/js/put.js?4'))
    first.insertAdjacentElement('afterend', made('/js/put.js?5'))
    last.replaceWith(made('/js/put.js?6'))
    const inline = document.createElement('script')
    inline.text = 'window.inline = typeof mine'
    box.querySelector('p').after(inline)
    const template = document.createElement('script')
    template.type = 'text/template'
    template.text = 'a template'
    box.appendChild(template)
    const later = document.createElement('div')
    later.innerHTML = '<script>window.never = 1</' + 'script>'
    box.append(later)
    const around = document.createElement('div')
    around.append(made('/js/put.js?7'))
    box.append(around)
    const text = '<i><script>window.within = typeof mine</' + 'script></i>'
    document.body.appendChild(document.createRange().createContextualFragment(text))`
  const { code } = await micro.add(context, {
    '/index.html': html(
      '<h1>page</h1><div id="box"><p id="first">1</p><p id="last">2</p></div><output></output><script src="./app.js"></script>',
    ),
    '/js/put.js': script('window.put = (window.put ?? 0) + mine'),
    '/app.js': script(`${say}
      window.mine = 1
      const box = document.getElementById('box')
      const [first, last] = box.children
      let loaded = 0
      const made = (src) => Object.assign(document.createElement('script'), { src, onload: () => { loaded += 1 } })
      ${puts}
      const timer = setInterval(() => {
        if (loaded < 7) return
        clearInterval(timer)
        Object.assign(lines, { put, inline: window.inline, within: window.within, never: window.never ?? null,
          texts: box.textContent, template: box.querySelector('script[type="text/template"]')?.text })
        tell()
      }, 20)`),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'page')
  expect(await told(page)).toEqual({
    ...{
      put: 7,
      inline: 'number',
      within: 'number',
      never: null,
      texts: '1texta templatewindow.never = 1',
      template: 'a template',
    },
  })
})

test('FRAME-1 what a page is answered is of its own kinds, and elements are found by their names', async ({
  page,
  context,
  micro,
}) => {
  const { code } = await micro.add(context, {
    '/index.html': html(`<h1>page</h1><form name="form1"><input id="kw" name="word" value="v1"></form>
      <img name="pic" alt=""><iframe name="inner" srcdoc="<p>inner</p>"></iframe>
      <div id="taken">element</div><output></output><script>var taken = 'own'</script><script src="./app.js"></script>`),
    '/data.json': json({ a: 1 }),
    '/worker.js': script('self.known = 42'),
    '/app.js': script(`${say}
      onpageshow = ({ persisted }) => { lines.pageshow = persisted }
      addEventListener('load', async () => {
        await say('body', async () => {
          const { value } = await (await fetch('data.json')).body.getReader().read()
          return [value instanceof Uint8Array, value.buffer instanceof ArrayBuffer]
        })
        await say('promise', () => fetch('data.json') instanceof Promise)
        await say('refused', () => fetch('http://[').catch((error) => error instanceof TypeError))
        await say('names', () => [document.form1.word.value, kw.value, document.pic.localName, frames.inner === window,
          typeof inner, taken, length])
        await say('later', async () => {
          const one = document.createElement('input')
          one.id = 'coming'
          document.body.append(one)
          await null
          return coming === one
        })
        await say('typed', async () => {
          const text = document.createElement('p')
          text.contentEditable = 'true'
          document.body.append(text)
          text.focus()
          document.execCommand('insertText', false, 'typed')
          await null
          return [text.firstChild.data, text.firstChild.ownerDocument === document]
        })
        await say('roots', async () => {
          const path = await new Promise((done) => {
            document.addEventListener('seen', (event) => done(event.composedPath()))
            document.querySelector('h1').dispatchEvent(new Event('seen', { bubbles: true }))
          })
          return [document.querySelector('h1').getRootNode() === document, path.at(-2) === document, path.at(-1) === window]
        })
        await say('worker', () => new Promise((done) => {
          const text = 'importScripts(' + JSON.stringify(location.origin + '/worker.js') + '); postMessage(known)'
          const address = URL.createObjectURL(new Blob([text]))
          const worker = new Worker(address)
          URL.revokeObjectURL(address)
          worker.onmessage = ({ data }) => done(data)
          worker.onerror = ({ message }) => done(message)
        }))
        await say('kinds', () => [matchMedia('print') instanceof MediaQueryList, document.fonts instanceof FontFaceSet,
          document.getAnimations().length])
        tell()
      })`),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'page')
  expect(await told(page)).toEqual({
    body: [true, true],
    promise: true,
    refused: true,
    names: ['v1', 'v1', 'img', false, 'object', 'own', 1],
    later: true,
    typed: ['typed', true],
    roots: [true, true, true],
    worker: 42,
    kinds: [true, true, 0],
    pageshow: false,
  })
})

test('FRAME-1 keys go on to a page that asks for the focus', async ({ page, context, micro }) => {
  const { code } = await micro.add(context, {
    '/index.html': html(
      '<h1></h1><button id="press">press</button><output></output><script src="./app.js"></script>',
    ),
    '/app.js': script(`
      document.getElementById('press').onclick = () => window.focus()
      document.addEventListener('keydown', ({ key }) => { document.querySelector('output').textContent += key })
      document.querySelector('h1').textContent = 'page'`),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'page')
  await microPage(page).getByRole('button', { name: 'press' }).click()
  await page.keyboard.press('a')
  await page.keyboard.press('b')
  await expect(microPage(page).locator('output')).toHaveText('ab')
})

test('FRAME-1 a page draws its whole document anew', async ({ page, context, micro }) => {
  const { code } = await micro.add(context, {
    '/index.html': html(
      '<!doctype html><html><head></head><body><h1></h1><script src="./app.js"></script></body></html>',
    ),
    '/app.js': script(`
      document.querySelector('h1').onclick = () => {
        const root = document.documentElement
        document.removeChild(root)
        const next = root.cloneNode(false)
        const body = next.appendChild(document.createElement('body'))
        body.appendChild(document.createElement('h1')).textContent = 'drawn anew'
        document.appendChild(next)
        try { document.removeChild(root) } catch { body.append('refused') }
      }
      document.querySelector('h1').textContent = 'page'`),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'page')
  await microPage(page).getByRole('heading', { name: 'page' }).click()
  await heading(page, 'drawn anew')
  await expect(microPage(page).getByText('refused')).toBeVisible()
  await page.getByRole('button', { name: '语言：简体中文' }).click()
})

test('FRAME-1 FRAME-2 elements are made beside others, and what watches the window counts from its edges', async ({
  page,
  context,
  micro,
}) => {
  const app = `
    const main = document.querySelector('main')
    customElements.define('x-named', class extends HTMLElement {
      connectedCallback() { this.textContent = 'named' }
    })
    // As Preact does: by the names that its parent goes by.
    main.append(document.createElementNS('http://www.w3.org/1999/xhtml', 'x-named', main))
    main.append(document.createElement('b', main), document.createElement('button', { is: 'x-other' }))
    const below = document.querySelector('footer')
    new IntersectionObserver(([{ isIntersecting }]) => {
      const made = [...main.children].map(({ localName, textContent }) => localName + ' ' + textContent)
      document.querySelector('output').textContent = JSON.stringify({ made, isIntersecting })
    }, { rootMargin: '0px 0px 300px 0px' }).observe(below)`
  const { code } = await micro.add(context, {
    '/index.html': html(`<!doctype html><style>body { margin: 0 } div { height: calc(100vh + 100px) }</style>
      <div><main></main><output></output></div><footer>below</footer><script src="/app.js"></script>`),
    '/app.js': script(app),
  })
  await page.goto(`/${code}/x`)
  expect(await told(page)).toEqual({
    made: ['x-named named', 'b ', 'button '],
    isIntersecting: true,
  })
})
