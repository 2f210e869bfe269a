import { expect, microPage } from './fixtures'
import { heading, html, script, told } from './micro-files'
import { test } from './own'

test.use({ as: 'admin' })
test.describe.configure({ mode: 'default' })

const css = (body: string) => ({ body, type: 'text/css' })
const color = (channel: number) => css(`h2 { color: rgb(${channel}, 0, 0) }`)
const lines =
  'const tell = (lines) => { document.querySelector("output").textContent = JSON.stringify(lines) };'
const tags = '<link rel="stylesheet" href="css/a.css"><style>b { color: rgb(1, 0, 0) }</style><!-- c -->'

test('FRAME-1 tags of styles and links stay what they are in scripts, fields and templates', async ({
  page,
  context,
  micro,
}) => {
  const { code } = await micro.add(context, {
    '/index.html': html(`<!doctype html><html><head></head><body><h1>page</h1>
      <textarea id="area">${tags}<script>window.ran = 1</script></textarea>
      <script type="text/template" id="text">${tags}</script>
      <script type="application/json" id="data">{"a":"${tags.replaceAll('"', '\\"')}"}</script>
      <template id="made" data-of="a > b"><i>1</i>${tags}<script>window.ran = 2</script><template>${tags}</template></template>
      <output></output>
      <script>${lines}
        const style = 1
        document.head.insertAdjacentHTML('beforeend', '<style>h1 { color: rgb(2, 0, 0) }</style>')
        tell({
          code: '${tags.replace('<!-- c -->', '')}', find: /<style>.*<\\/style>/.test('<style></style>'), compared: 0<style && 2 > 1,
          styled: getComputedStyle(document.querySelector('h1')).color,
          area: document.getElementById('area').value, text: document.getElementById('text').text,
          data: JSON.parse(document.getElementById('data').text).a,
          made: document.getElementById('made').innerHTML,
          inner: document.getElementById('made').content.querySelector('template').innerHTML, ran: window.ran ?? 0,
        })
      </script></body></html>`),
    '/css/a.css': css('p { color: red }'),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'page')
  expect(await told(page)).toEqual({
    code: tags.replace('<!-- c -->', ''),
    ...{ find: true, compared: true, styled: 'rgb(2, 0, 0)', ran: 0 },
    ...{ area: `${tags}<script>window.ran = 1</script>`, text: tags, data: tags, inner: tags },
    made: `<i>1</i>${tags}<script>window.ran = 2</script><template>${tags}</template>`,
  })
})

test('FRAME-1 FRAME-2 a style sheet of the page’s HTML is a link from its first script on, whichever way its page changes it', async ({
  page,
  context,
  micro,
  expected,
}) => {
  // Browsers ask for the type of a style sheet; what stands for it till then stays.
  expected.push(/plain\.css' because its MIME type/)
  const { code } = await micro.add(context, {
    '/index.html': html(`<!doctype html><html><head>
      <link id="theme" rel="stylesheet" href="css/1.css" data-of="theme" integrity="sha256-x">
      <link id="print" rel="stylesheet" href="/css/2.css" media="print">
      <link id="other" rel="alternate stylesheet" href="css/2.css?other" title="other">
      <link rel="stylesheet" href="css/plain.css"/>
      <style>h2 { background-color: rgb(9, 9, 9) }</style></head>
      <body><h1>page</h1><h2>styled</h2><output></output><script src="./app.js"></script></body></html>`),
    '/css/plain.css': { body: 'h2 { font-size: 77px }', type: 'text/plain' },
    '/css/1.css': css('h2 { color: rgb(1, 0, 0); background: rgb(1, 1, 1) url(x.svg) }'),
    '/css/x.svg': { body: '<svg xmlns="http://www.w3.org/2000/svg"/>', type: 'image/svg+xml' },
    ...Object.fromEntries([2, 3, 4, 5].map((one) => [`/css/${one}.css`, color(one)])),
    '/app.js': script(`${lines}
      const seen = (name) => getComputedStyle(document.querySelector('h2'))[name]
      const [theme, print, other] = ['theme', 'print', 'other'].map((id) => document.getElementById(id))
      const named = (address) => /micro\\/[^/]+\\/(css\\/.*)/.exec(address)?.[1] ?? null
      const loaded = (link) => new Promise((done) => {
        link.addEventListener('load', () => done('loaded'), { once: true })
        setTimeout(() => done('never'), 3000)
      })
      const told = {
        first: [theme.localName, theme.getAttribute('href'), theme.hasAttribute('href'), theme.rel, theme.sheet?.cssRules.length,
          theme.dataset.of, document.querySelector('link[href*="css/1"]') === theme, print.media, print.localName, other.rel],
        seen: [seen('color'), seen('backgroundColor'), seen('fontSize'), named(seen('backgroundImage').slice(5, -2))],
        sheets: [...document.styleSheets].map(({ href }) => named(href)).filter((one) => /1/.test(one)),
      }
      const run = async () => {
        theme.setAttribute('disabled', '')
        told.off = seen('color')
        const again = loaded(theme)
        theme.removeAttribute('disabled')
        await again
        told.on = seen('color')
        // As PrimeVue does.
        const copy = theme.cloneNode(true)
        copy.setAttribute('href', theme.getAttribute('href').replace('1.css', '3.css'))
        copy.id = 'copy'
        const came = loaded(copy)
        theme.parentNode.insertBefore(copy, theme.nextSibling)
        told.copy = [await came, seen('color')]
        theme.remove()
        copy.id = 'theme'
        const next = loaded(copy)
        copy.href = 'css/4.css'
        told.href = [await next, seen('color')]
        const last = loaded(copy)
        copy.setAttributeNS(null, 'href', print.getAttribute('href').replace('2.css', '5.css'))
        told.attribute = [await last, seen('color')]
        copy.rel = 'alternate'
        told.rel = seen('color')
        copy.rel = 'stylesheet'
        copy.remove()
        told.removed = seen('color')
        told.styles = document.head.querySelectorAll('style').length
        tell(told)
      }
      run()`),
  })
  await page.goto(`/${code}/a/b`)
  await heading(page, 'page')
  const [none, one] = ['rgb(0, 0, 0)', 'rgb(1, 0, 0)']
  expect(await told(page)).toEqual({
    first: [
      'link',
      'css/1.css',
      true,
      'stylesheet',
      1,
      'theme',
      true,
      'print',
      'link',
      'alternate stylesheet',
    ],
    seen: [one, 'rgb(9, 9, 9)', '77px', 'css/x.svg'],
    sheets: ['css/1.css'],
    styles: 2,
    off: none,
    on: one,
    copy: ['loaded', 'rgb(3, 0, 0)'],
    href: ['loaded', 'rgb(4, 0, 0)'],
    attribute: ['loaded', 'rgb(5, 0, 0)'],
    ...{ rel: none, removed: none },
  })
})

test('FRAME-1 style sheets that bear a title stay when others are added', async ({
  page,
  context,
  micro,
}) => {
  const { code } = await micro.add(context, {
    '/index.html': html(`<!doctype html><html><head>
      <link rel="stylesheet" href="css/1.css" title="main">
      <style title="main">h2 { background-color: rgb(9, 9, 9) }</style></head>
      <body><h1>page</h1><h2>styled</h2><output></output><script src="./app.js"></script></body></html>`),
    '/css/1.css': color(1),
    '/app.js': script(`${lines}
      addEventListener('load', () => setTimeout(() => {
        document.head.appendChild(document.createElement('style')).textContent = 'p { color: red }'
        const { color, backgroundColor } = getComputedStyle(document.querySelector('h2'))
        tell([color, backgroundColor, [...document.querySelectorAll('[title]')].map((one) => one.title)])
      }, 100))`),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'page')
  expect(await told(page)).toEqual(['rgb(1, 0, 0)', 'rgb(9, 9, 9)', ['main', 'main']])
})

test('FRAME-1 shadow roots that the page’s HTML declares are there before its first script', async ({
  page,
  context,
  micro,
}) => {
  const { code } = await micro.add(context, {
    '/index.html': html(`<!doctype html><html><body><h1>page</h1>
      <own-card><template shadowrootmode="open"><link rel="stylesheet" href="css/1.css"><style media="print">p { color: blue }</style><p><slot></slot></p><own-inner><template shadowrootmode="closed"><b>inner</b></template></own-inner></template>slotted</own-card>
      <own-late><template shadowrootmode="open">server’s</template></own-late>
      <ul><template shadowrootmode="open">none</template></ul>
      <output></output><script src="./app.js"></script></body></html>`),
    '/css/1.css': css('p { color: rgb(1, 0, 0) }'),
    '/app.js': script(`${lines}
      const card = document.querySelector('own-card')
      const root = card.shadowRoot
      const told = { first: [getComputedStyle(root?.querySelector('p') ?? card).color, card.children.length,
        root?.querySelector('own-inner').childNodes.length, root?.querySelector('link')?.sheet?.cssRules.length, document.querySelector('ul').children.length] }
      customElements.define('own-inner', class extends HTMLElement { connectedCallback() { this.title = 'up' } })
      customElements.define('own-card', class extends HTMLElement { connectedCallback() { this.title = this.shadowRoot === root } })
      customElements.define('own-late', class extends HTMLElement {
        constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<i>late</i>' }
      })
      setTimeout(() => {
        told.later = [card.title, root?.querySelector('own-inner').title,
          document.querySelector('own-late').shadowRoot?.innerHTML]
        tell(told)
      }, 100)`),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'page')
  expect(await told(page)).toEqual({
    first: ['rgb(1, 0, 0)', 0, 0, 1, 1],
    later: ['true', 'up', '<i>late</i>'],
  })
  await expect(microPage(page).getByText('slotted')).toBeVisible()
})

test('FRAME-1 what a script of the page’s HTML writes stands where the script does', async ({
  page,
  context,
  micro,
}) => {
  const { code } = await micro.add(context, {
    '/index.html':
      html(`<!doctype html><html><head><script>document.write('<p>head</p>')</script></head><body><h1>page</h1>
      <footer>from <script>document.write(2000 + 26); document.write(' <b>to</b>'); document.writeln(' now')</script>.</footer>
      <div id="last"><script>document.write('<i>1</i><scr' + 'ipt>window.ran = document.querySelector("i").textContent</scr' + 'ipt>')</script></div>
      <output></output><script>
        addEventListener('load', () => {
          document.write('late')
          document.querySelector('output').textContent = JSON.stringify([document.querySelector('footer').textContent.trim(),
            document.querySelector('footer b')?.textContent, ran, document.querySelector('#last i') !== null,
            document.querySelector('body > p')?.textContent, document.body.lastChild.textContent])
        })
      </script></body></html>`),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'page')
  expect(await told(page)).toEqual(['from 2026 to now\n.', 'to', '1', true, 'head', 'late'])
})
