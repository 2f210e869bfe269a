import { expect, microPage, type Page } from './fixtures'
import { heading, html, script, told } from './micro-files'
import { test } from './own'

test.use({ as: 'admin' })
test.describe.configure({ mode: 'default' })

/** In the window that shows the page. */
const shown = (page: Page) => microPage(page).locator('body')

test('FRAME-1 FRAME-2 FRAME-9 what scripts ask of their document, their styles and their clock is as in a window of their own', async ({
  page,
  context,
  micro,
}) => {
  const app = `
    const lines = {}
    const say = (name, ask) => { try { lines[name] = ask() } catch (error) { lines[name] = String(error) } }
    say('names', () => ['1', 'a:b', '', '/x', 'none'].map((id) => document.getElementById(id)?.textContent ?? null))
    say('dir', () => { document.dir = 'rtl'; return document.documentElement.dir })
    say('handler', () => { document.onvisibilitychange = null; return document.onvisibilitychange })
    say('commands', () => typeof document.queryCommandState('bold'))
    say('path', () => document.evaluate('count(//h1)', document, null, 1, null).numberValue)
    say('kinds', () => [document.querySelectorAll('h1') instanceof NodeList, document.body.children instanceof HTMLCollection,
      document.body.classList instanceof DOMTokenList, document.body.style instanceof CSSStyleDeclaration, [] instanceof NodeList])
    say('rules', () => {
      const style = document.createElement('style')
      document.head.appendChild(style)
      const sheet = style.sheet
      sheet.insertRule('h1 { color: red }', 0)
      sheet.insertRule('h1 { color: blue }', 1)
      sheet.deleteRule(0)
      return [sheet === style.sheet, sheet.cssRules.length, sheet.cssRules[0].cssText]
    })
    say('added', () => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.added = (globalThis.added ?? 0) + 1'
      document.head.append(script, document.createElement('meta'))
      return 'yes'
    })
    say('walked', () => ['createTreeWalker', 'createNodeIterator'].map((way) => {
      const names = []
      const walker = document[way](document, NodeFilter.SHOW_ELEMENT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) names.push(node.localName)
      return names.filter((name) => name === 'h1').length
    }))
    new MutationObserver(([{ addedNodes }]) => { lines.observed = addedNodes[0].localName })
      .observe(document, { childList: true, subtree: true })
    document.body.appendChild(document.createElement('hr'))
    new IntersectionObserver(([{ isIntersecting }]) => { lines.crossed = isIntersecting }, { root: document })
      .observe(document.querySelector('h1'))
    addEventListener('message', ({ data }) => { document.querySelector('h2').textContent += data })
    let heard = 0
    addEventListener('storage', () => { heard += 1 })
    localStorage.setItem('note', String(Math.random()))
    requestAnimationFrame((time) => {
      lines.clock = time <= performance.now() + 1
      setTimeout(() => {
        Object.assign(lines, { runs: globalThis.added, heard })
        document.querySelector('output').textContent = JSON.stringify(lines)
      }, 300)
    })`
  const { code } = await micro.add(context, {
    '/index.html': html(
      '<h1 id="1">page</h1><h2></h2><output></output><p id="a:b">other</p><script src="./app.js"></script>',
    ),
    '/app.js': script(app),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'page')
  expect(await told(page)).toEqual({
    names: ['page', 'other', null, null, null],
    dir: 'rtl',
    handler: null,
    commands: 'boolean',
    path: 1,
    kinds: [true, true, true, true, false],
    rules: [true, 1, 'h1 { color: blue; }'],
    added: 'yes',
    walked: [1, 1],
    observed: 'hr',
    crossed: true,
    clock: true,
    runs: 1,
    heard: 0,
  })
  // As a frame tells its parent, and a window its opener.
  await shown(page).evaluate(() => window.postMessage('told', '*'))
  await expect(microPage(page).getByRole('heading', { name: 'told' })).toBeVisible()
})

test('FRAME-1 FRAME-2 scripts and style sheets as old pages write them', async ({ page, context, micro }) => {
  const css = (body: string) => ({ body, type: 'text/css' })
  const { code } = await micro.add(context, {
    '/index.html': html(`<!doctype html><html><head>
      <meta http-equiv="Content-Security-Policy" content="default-src 'self'">
      <link rel="stylesheet" href="css/print.css" media="print">
      <link rel="stylesheet" href="css/late.css" media="print" onload="this.media='all'">
      <link rel="stylesheet" href="css/sign.css">
      <style id="theme" media="(min-width: 1px)">h2 { color: rgb(1, 2, 3) }</style>
      <script type="text/JavaScript"><!--
        var early = 'early'
      //--></script></head>
      <body><h1></h1><h2>styled</h2><p>price</p>
      <script language="javascript" type="application/x-javascript">
        document.write('<h3>written ' + early + '</h3>')
        document.addEventListener('seen', () => {
          document.querySelector('h1').textContent = 'page ' + document.getElementById('theme').media + ' ' + '<!-- kept'
        })
        document.dispatchEvent(new Event('seen'))
      </script></body></html>`),
    '/css/print.css': css('h1 { display: none }'),
    '/css/late.css': css('h3 { color: rgb(4, 5, 6) }'),
    '/css/sign.css': css(`p::before { content: '$' } p { color: rgb(7, 8, 9) }`),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'page (min-width: 1px) <!-- kept')
  const view = microPage(page)
  await expect(view.getByRole('heading', { level: 2 })).toHaveCSS('color', 'rgb(1, 2, 3)')
  const written = view.getByRole('heading', { name: 'written early' })
  await expect(written).toHaveCSS('color', 'rgb(4, 5, 6)')
  await expect(view.getByText('price')).toHaveCSS('color', 'rgb(7, 8, 9)')
  const sign = await view.getByText('price').evaluate((one) => getComputedStyle(one, '::before').content)
  expect(sign).toBe('"$"')
})

test('FRAME-1 FRAME-2 style sheets that are switched off, come later or are empty, and scripts that a page writes', async ({
  page,
  context,
  micro,
}) => {
  const css = (body: string) => ({ body, type: 'text/css' })
  const { code } = await micro.add(context, {
    '/index.html': html(`<!doctype html><html><head><style></style>
      <link rel="stylesheet" href="css/off.css" id="off" disabled>
      <link rel="preload" href="css/late.css" as="style" onload="this.rel='stylesheet'">
      <script id="state" type="application/json">{"a":"<!-- b -->"}</script></head>
      <body><h1></h1><h2>styled</h2>
      <script>
        const parts = ['<div><scr', 'ipt>globalThis.inner = "inner"</scr', 'ipt></div><scr', 'ipt src="./written.js"></scr', 'ipt>']
        document.write(parts.join(''))
      </script></body></html>`),
    '/written.js': script(`
      document.querySelector('h1').textContent = [inner, /<!--/u.test(JSON.parse(document.getElementById('state').textContent).a)].join(' ')`),
    '/css/off.css': css('h2 { color: rgb(1, 2, 3) }'),
    '/css/late.css': css('h1 { color: rgb(4, 5, 6) }'),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'inner true')
  await expect(microPage(page).getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(4, 5, 6)')
  const second = microPage(page).getByRole('heading', { level: 2 })
  await expect(second).toHaveCSS('color', 'rgb(0, 0, 0)')
  await shown(page).evaluate(() => {
    const sheet = document.getElementById('off') as HTMLStyleElement
    sheet.disabled = false
  })
  await expect(second).toHaveCSS('color', 'rgb(1, 2, 3)')
})

test('FRAME-1 FRAME-2 a theme is chosen as in a window of one’s own: by its link’s address, by another link, by none', async ({
  page,
  context,
  micro,
  expected,
}) => {
  expected.push(/none\.css/)
  const color = (channel: number) => ({ body: `h2 { color: rgb(${channel}, 0, 0) }`, type: 'text/css' })
  const { code } = await micro.add(context, {
    '/index.html': html(`<!doctype html><html><head>
      <link rel="stylesheet" href="css/1.css" id="theme"></head>
      <body><h1></h1><h2>styled</h2><script src="./app.js"></script></body></html>`),
    '/app.js': script(`
      const told = document.querySelector('h1')
      const theme = document.getElementById('theme')
      let link
      const steps = {
        property: () => { theme.href = '/css/2.css' },
        attribute: () => document.getElementById('theme').setAttribute('href', 'css/3.css'),
        added: () => {
          link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: './css/4.css' })
          link.onload = () => { told.textContent = 'loaded ' + link.sheet.cssRules.length }
          link.onerror = () => { told.textContent = 'not there' }
          document.head.appendChild(link)
        },
        changed: () => { link.href = '/css/5.css' },
        off: () => { link.disabled = true },
        on: () => { link.disabled = false },
        missing: () => { link.setAttribute('href', '/css/none.css') },
        out: () => { link.href = '/css/5.css'; document.head.removeChild(link) },
        again: () => document.head.insertBefore(link, theme.nextSibling),
        removed: () => link.remove(),
      }
      addEventListener('message', ({ data }) => steps[data]?.())
      told.textContent = 'ready'`),
    ...Object.fromEntries([1, 2, 3, 4, 5].map((one) => [`/css/${one}.css`, color(one)])),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'ready')
  const styled = microPage(page).getByRole('heading', { level: 2 })
  await expect(styled).toHaveCSS('color', 'rgb(1, 0, 0)')
  for (const [step, channel, said] of [
    ['property', 2],
    ['attribute', 3],
    ['added', 4, 'loaded 1'],
    ['changed', 5],
    ['off', 3],
    ['on', 5],
    ['missing', 3, 'not there'],
    ['out', 3],
    ['again', 5],
    ['removed', 3],
  ] as const) {
    await shown(page).evaluate((_, data) => window.postMessage(data, '*'), step)
    await expect(styled, step).toHaveCSS('color', `rgb(${channel}, 0, 0)`)
    if (said !== undefined) await heading(page, said)
  }
})

test('MICRO-6 a page that is gone is called for no more pictures', async ({ page, context, micro }) => {
  const { code } = await micro.add(context, {
    '/index.html': html('<h1></h1><script src="./app.js"></script>'),
    '/app.js': script(`
      const visits = Number(sessionStorage.getItem('visits') ?? 0) + 1
      sessionStorage.setItem('visits', visits)
      const { parent } = window
      const draw = () => { parent['calls' + visits] = (parent['calls' + visits] ?? 0) + 1; requestAnimationFrame(draw) }
      draw()
      document.querySelector('h1').textContent = 'visit ' + visits
      if (visits === 1) setTimeout(() => location.reload(), 300)`),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'visit 2')
  const calls = (visit: number) => page.evaluate((key) => Number(Reflect.get(window, key)), `calls${visit}`)
  const before = await Promise.all([calls(1), calls(2)])
  expect(before[0]).toBeGreaterThan(0)
  await expect.poll(() => calls(2)).toBeGreaterThan(before[1] + 5)
  expect(await calls(1)).toBe(before[0])
})

for (const [name, draw] of [
  ['stands over the whole window', `root.innerHTML = '<div style="position: fixed; inset: 0">a map</div>'`],
  [
    'draws where nobody looks from outside',
    `root.attachShadow({ mode: 'open' }).innerHTML = '<h1 style="position: absolute; margin: 0">a map</h1>'`,
  ],
] as const) {
  test(`MICRO-4 FRAME-8 a page that ${name} is there @long`, async ({ page, context, micro }) => {
    const { code } = await micro.add(context, {
      '/index.html': html(
        '<style>body { margin: 0 }</style><div id="root"></div><script src="./app.js"></script>',
      ),
      '/app.js': script(`const root = document.getElementById('root'); ${draw}`),
    })
    await page.goto(`/${code}/x`)
    const map = microPage(page).getByText('a map')
    await expect(map).toBeVisible()
    await page.waitForTimeout(11_000)
    await expect(map).toBeVisible()
  })
}

test('FRAME-2 what a page keeps is its system’s own, and its other tab hears what changes', async ({
  page,
  context,
  micro,
}) => {
  const app = {
    '/index.html': html('<h1>page</h1><output></output><script src="./app.js"></script>'),
    '/app.js': script(`
      addEventListener('storage', ({ key, newValue, storageArea }) => {
        document.querySelector('h1').textContent = [key, newValue, storageArea === localStorage].join()
      })
      const before = { ...localStorage, own: localStorage.length }
      localStorage.clear()
      localStorage.token = location.pathname
      document.querySelector('output').textContent = JSON.stringify(before)`),
  }
  const [one, two] = [await micro.add(context, app), await micro.add(context, app)]
  await page.goto('/home')
  await page.evaluate(() => localStorage.setItem('draft', 'the console’s'))
  await page.goto(`/${one.code}/x`)
  expect(await told(page)).toEqual({ own: 0 })
  const other = await context.newPage()
  await other.goto(`/${two.code}/x`)
  expect(await told(other), 'nothing of another system').toEqual({ own: 0 })
  await other.goto(`/${one.code}/y`)
  expect(await told(other)).toEqual({ token: `/${one.code}/x`, own: 1 })
  await heading(page, `token,/${one.code}/y,true`)
  expect(await page.evaluate(() => localStorage.getItem('draft'))).toBe('the console’s')
})
