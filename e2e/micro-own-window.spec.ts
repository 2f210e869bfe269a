import { expect, microPage } from './fixtures'
import { toasts } from './lists'
import { heading, html, json, script, told } from './micro-files'
import { test } from './own'

test.use({ as: 'admin' })
test.describe.configure({ mode: 'default' })

test('FRAME-1 a document that a page has parsed answers for itself, and a script finds its own tag', async ({
  page,
  context,
  micro,
}) => {
  const app = `
    const { getElementsByTagName, createNodeIterator } = document
    const dirty = new DOMParser().parseFromString('<b>bold</b><x-y>odd</x-y>', 'text/html')
    const body = getElementsByTagName.call(dirty, 'body')[0]
    // As DOMPurify cleans.
    const names = []
    const walk = createNodeIterator.call(body.ownerDocument, body, NodeFilter.SHOW_ELEMENT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) names.push(node.localName)
    const svg = new DOMParser().parseFromString('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml')
    const made = document.implementation.createHTMLDocument('made')
    made.body.innerHTML = '<i id="in">in</i>'
    let heard = 0
    dirty.addEventListener('seen', () => { heard += 1 })
    dirty.dispatchEvent(new Event('seen'))
    document.querySelector('output').textContent = JSON.stringify({
      names, heard,
      found: [dirty.querySelector('b').textContent, dirty.querySelector('h1'), dirty.body === body, svg.documentElement.localName],
      made: [made.title, made.getElementById('in')?.textContent, made.querySelectorAll('h1').length],
      asked: [document.querySelector.call(dirty, 'b').textContent, document.querySelectorAll.call(dirty, 'h1').length],
      own: [document.getElementById('app').dataset.of, document.querySelector('script[data-of]')?.id,
        document.querySelectorAll('script[data-of]').length, document.querySelector('h1').textContent],
    })`
  const { code } = await micro.add(context, {
    '/index.html': html(
      '<h1>page</h1><output></output><script id=app data-of=legacy src="./app.js"></script>',
    ),
    '/app.js': script(app),
  })
  await page.goto(`/${code}/x`)
  expect(await told(page)).toEqual({
    names: ['body', 'b', 'x-y'],
    heard: 1,
    found: ['bold', null, true, 'svg'],
    made: ['made', 'in', 0],
    asked: ['bold', 0],
    own: ['legacy', 'app', 1, 'page'],
  })
})

test('FRAME-1 what a library puts in the place of the browser’s own listening hears all of it, and events name the page’s own window', async ({
  page,
  context,
  micro,
}) => {
  // As zone.js does, before anything else listens.
  const app = `
    const { addEventListener, removeEventListener } = EventTarget.prototype
    const { stopImmediatePropagation } = Event.prototype
    Event.prototype.stopImmediatePropagation = function () {
      this.isStopped = true
      stopImmediatePropagation.call(this)
    }
    const zone = []
    EventTarget.prototype.addEventListener = function (type, handler, ...rest) {
      zone.push(type)
      return addEventListener.call(this, type, handler, ...rest)
    }
    const wrapped = [MutationObserver, IntersectionObserver, ResizeObserver].map((Kind) => {
      const names = []
      for (const name in new Kind(() => {})) names.push(name)
      return names.includes('observe')
    })
    const says = []
    const button = document.querySelector('button')
    button.addEventListener('keydown', (event) => {
      event.stopImmediatePropagation()
      says.push(event.isStopped)
    })
    let resized = 0
    window.addEventListener('scroll', function once() {
      resized += 1
      // As zone.js takes away what was added for one time: from where it was told.
      this.removeEventListener('scroll', once)
    })
    document.body.style.height = '300vh'
    button.addEventListener('click', (event) => says.push(event.target === button))
    document.addEventListener('click', (event) => says.push(event.currentTarget === document))
    const once = () => says.push('never')
    document.addEventListener('click', once)
    document.removeEventListener('click', once)
    window.addEventListener('click', (event) => {
      says.push(event.currentTarget === window)
      document.querySelector('output').textContent = JSON.stringify({ zone, wrapped, says })
    })
    window.addEventListener('resize', (event) => { button.textContent = 'resized ' + (event.target === window) })
    button.textContent = 'press'`
  const { code } = await micro.add(context, {
    '/index.html': html('<button>wait</button><output></output><script src="./app.js"></script>'),
    '/app.js': script(app),
  })
  await page.goto(`/${code}/x`)
  await microPage(page).getByRole('button', { name: 'press' }).press('a')
  await microPage(page).getByRole('button', { name: 'press' }).click()
  expect(await told(page)).toEqual({
    zone: ['keydown', 'scroll', 'click', 'click', 'click', 'click', 'resize'],
    wrapped: [true, true, true],
    says: [true, true, true, true],
  })
  await page.setViewportSize({ width: 900, height: 700 })
  await expect(microPage(page).getByRole('button', { name: 'resized true' })).toBeVisible()
})

test('FRAME-1 for whoever listens to the window, `this` is the page’s own', async ({
  page,
  context,
  micro,
}) => {
  const { code } = await micro.add(context, {
    '/index.html': html('<h1>page</h1><output></output><script src="./app.js"></script>'),
    '/app.js': script(`
      const says = []
      const hear = function () { says.push(['heard', this === window]) }
      const once = function () { says.push(['once', this === window]) }
      const object = { handleEvent() { says.push(['object', this === object]) } }
      addEventListener('told', hear)
      addEventListener('told', hear)
      addEventListener('told', once, { once: true })
      addEventListener('told', object)
      dispatchEvent(new Event('told'))
      removeEventListener('told', hear)
      removeEventListener('told', object)
      dispatchEvent(new Event('told'))
      onresize = function tell() {
        says.push(['resize', this === window, onresize === tell])
        document.querySelector('output').textContent = JSON.stringify(says)
      }
      document.querySelector('h1').textContent = 'ready'`),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'ready')
  await page.setViewportSize({ width: 900, height: 700 })
  expect(await told(page)).toEqual([
    ['heard', true],
    ['once', true],
    ['object', true],
    ['resize', true, true],
  ])
})

test('CALL-5 FRAME-2 files and calls are found whose paths have brackets', async ({
  page,
  context,
  micro,
}) => {
  const { code, server } = await micro.add(context, {})
  server.serve({
    '/index.html': html(`<link rel="stylesheet" href="/[id]/a[1].css"><h1>page</h1><output></output>
      <script src="/[id]/c[1].js"></script><script type="module" src="/app.js"></script>`),
    '/[id]/a[1].css': { body: 'h1 { color: rgb(1, 2, 3) }', type: 'text/css' },
    '/[id]/c[1].js': script('var plain = "plain"'),
    '/[id]/part-[slug].js': script('export const part = "part"'),
    '/app.js': script(`
      const ask = async (path) => (await (await fetch($wujie.props.apiBase + path)).json()).found
      Promise.all([import('/[id]/part-[slug].js'), ask('/list/[1]?ids[]=1'), ask('/list/%5B2%5D')]).then(([{ part }, ...found]) => {
        document.querySelector('output').textContent = JSON.stringify([plain, part, ...found])
      })`),
    [`/${code}/list/[1]`]: json({ found: 'raw' }),
    [`/${code}/list/%5B2%5D`]: json({ found: 'encoded' }),
  })
  await page.goto(`/${code}/x`)
  expect(await told(page)).toEqual(['plain', 'part', 'raw', 'encoded'])
  await expect(microPage(page).getByRole('heading')).toHaveCSS('color', 'rgb(1, 2, 3)')
})

test('FRAME-5 a page that would put itself in the place of what is around it stays inside', async ({
  page,
  context,
  micro,
}) => {
  const bust = `if (top !== self) top.location.href = location.href
    try { parent.location = location.href } catch {}
    document.querySelector('h1').textContent = 'page ' + location.pathname`
  const root = await micro.add(context, {
    '/index.html': html('<h1></h1><script src="/app.js"></script>'),
    '/app.js': script(bust),
  })
  const prefixed = await micro.add(context, {})
  prefixed.server.serve({
    '/index.html': html(`<h1></h1><script src="/${prefixed.code}/app.js"></script>`),
    '/app.js': script(bust),
  })
  for (const [{ code }, shown] of [
    [root, '/alarms'],
    [prefixed, `/${prefixed.code}/alarms`],
  ] as const) {
    await page.goto(`/${code}/alarms`)
    await page.evaluate(() => Object.assign(window, { isSame: true }))
    await heading(page, `page ${shown}`)
    await page.waitForTimeout(300)
    await expect(page).toHaveURL(`/${code}/alarms`)
    await heading(page, `page ${shown}`)
  }
  await page.reload()
  await heading(page, `page /${prefixed.code}/alarms`)
})

test('FRAME-2 a module is one by whichever address it is imported', async ({ page, context, micro }) => {
  const { code } = await micro.add(context, {
    '/index.html': html(
      '<!--[if lt IE 9]><script src="/old.js"></script><![endif]--><h1></h1><script type=module src="/js/app.js"></script>',
    ),
    '/js/app.js': script(`
      import { store } from '/js/store.js'
      import { fill } from './fill.js'
      fill()
      const later = await import('/js/store.js')
      document.querySelector('h1').textContent = store.word + ' ' + (later.store === store) + ' ' + globalThis.stores`),
    '/js/fill.js': script(
      `import { store } from './store.js'\nexport const fill = () => { store.word = 'filled' }`,
    ),
    '/js/store.js': script(`globalThis.stores = (globalThis.stores ?? 0) + 1\nexport const store = {}`),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'filled true 1')
})

test('FRAME-2 FRAME-4 old pages’ frames: a file is saved, an upload hears its answer; and answers say what their headers do', async ({
  page,
  context,
  expected,
  micro,
}) => {
  const { code, server } = await micro.add(context, {})
  server.serve({
    '/index.html': html(`<h1>page</h1><output></output><button id="export">export</button>
      <form action="/api/${code}/upload" method="post" enctype="multipart/form-data" target="answer">
      <input type="file" name="file"><button>upload</button></form><iframe name="answer" hidden></iframe>
      <script src="./app.js"></script>`),
    '/app.js': script(`
      const out = document.querySelector('output')
      document.querySelector('#export').onclick = () => {
        const frame = document.createElement('iframe')
        frame.style.display = 'none'
        frame.src = '/api/${code}/export'
        document.body.appendChild(frame)
      }
      document.querySelector('iframe').addEventListener('load', ({ target }) => {
        const text = target.contentWindow.document.body.innerText
        if (text) out.textContent = text
      })
      fetch('/api/${code}/list').then(({ headers }) => {
        const names = ['x-total-count', 'link', 'location', 'x-token', 'x-accel-redirect', 'x-powered-by']
        document.querySelector('h1').textContent = names.map((name) => headers.get(name)).join(' ')
      })`),
    [`/${code}/export`]: {
      body: 'a,b',
      type: 'text/csv',
      headers: { 'content-disposition': 'attachment; filename="list.csv"' },
    },
    [`/${code}/upload`]: json({ code: 0, data: 'stored <b>' }),
    [`/${code}/list`]: {
      ...json([]),
      headers: {
        ...{
          'x-total-count': '42',
          link: '<?page=2>; rel="next"',
          location: `http://127.0.0.1:${server.port}/list/7`,
          'x-token': 'next',
        },
        ...{ 'x-accel-redirect': '/etc', 'x-powered-by': 'PHP' },
      },
    },
  })
  await page.goto(`/${code}/x`)
  await heading(page, '42 <?page=2>; rel="next" /list/7 next')
  await microPage(page).getByRole('button', { name: 'upload' }).click()
  await expect(microPage(page).locator('output')).toHaveText('{"code":0,"data":"stored <b>"}')
  const file = page.waitForEvent('download')
  await microPage(page).getByRole('button', { name: 'export' }).click()
  expect((await file).suggestedFilename()).toBe('list.csv')
  // A frame that was answered shows what else it is given, and a refusal is told where the page shows its frame to nobody.
  const answer = microPage(page).locator('iframe[name=answer]')
  await answer.evaluate((frame: HTMLIFrameElement) => {
    frame.src = URL.createObjectURL(new Blob(['shown now'], { type: 'text/plain' }))
  })
  await expect(answer.contentFrame().getByText('shown now')).toBeAttached()
  expected.push(/status of 403/)
  server.serve({ [`/${code}/export`]: { ...json({ code: 403, msg: '没有导出权限' }), status: 403 } })
  await microPage(page).getByRole('button', { name: 'export' }).click()
  await expect(toasts(page)).toContainText('没有导出权限')
})
