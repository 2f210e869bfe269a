import { expect, microPage } from './fixtures'
import { heading, html, json, script } from './micro-files'
import { test } from './own'

test.use({ as: 'admin' })
test.describe.configure({ mode: 'default' })

test('FRAME-1 FRAME-2 FRAME-10 inline modules, import maps and imported styles start from where the files are', async ({
  page,
  context,
  micro,
}) => {
  const rule = '@import'
  const { code } = await micro.add(context, {
    '/index.html': html(`<!doctype html><html><head><link rel="stylesheet" href="css/main.css">
      <script type="importmap">{ "imports": { "draw": "./vendor/draw.js" } }</script></head>
      <body><h1></h1><script type="module">import { draw } from './main.js'; draw()</script></body></html>`),
    '/main.js': script(`export { draw } from 'draw'`),
    '/vendor/draw.js': script(
      `export const draw = () => { document.querySelector('h1').textContent = 'drawn' }`,
    ),
    '/css/main.css': {
      body: `${rule} "theme.css"; /* url( */ h1 { fill: url(#g); background: url( "x.svg" ) }`,
      type: 'text/css',
    },
    '/css/theme.css': { body: 'h1 { color: rgb(1, 2, 3) }', type: 'text/css' },
    '/css/x.svg': { body: '<svg xmlns="http://www.w3.org/2000/svg"/>', type: 'image/svg+xml' },
  })
  await page.goto(`/${code}/a/3`)
  await heading(page, 'drawn')
  await expect(microPage(page).getByRole('heading')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(microPage(page).getByRole('heading')).toHaveCSS('fill', 'url("#g")')
  const picture = new RegExp(`/micro/${code}/css/x\\.svg"\\)$`)
  await expect(microPage(page).getByRole('heading')).toHaveCSS('background-image', picture)
})

test('FRAME-2 a script that draws beside its own place in the page, and imports by root, starts', async ({
  page,
  context,
  micro,
}) => {
  const inline = `{
    const element = document.currentScript.parentElement
    import("/draw.js").then(({ draw }) => draw(element))
  }`
  const body = `<!doctype html><html><body><div id="place"><script>${inline}</script></div></body></html>`
  const draw = `export const draw = (element) => {
    element.insertAdjacentHTML('beforeend', '<h1>drawn in ' + element.id + ' at ' + location.pathname + '</h1>')
  }`
  const { code } = await micro.add(context, { '/index.html': html(body), '/draw.js': script(draw) })
  await page.goto(`/${code}/form`)
  await heading(page, 'drawn in place at /form')
})

test('FRAME-1 FRAME-2 an async script begins in a window of its own, however busy the browser is, and a script that it adds is where it was put', async ({
  page,
  context,
  micro,
}) => {
  await page.addInitScript(() => {
    const own = window.requestIdleCallback
    window.requestIdleCallback = (call) => window.setTimeout(() => own(call), 500)
  })
  const { code } = await micro.add(context, {
    '/index.html': html('<h1></h1><script async src="/chunks/a.js"></script>'),
    '/chunks/a.js': script(`
      const said = [document.currentScript.getAttribute('src'), location.pathname]
      globalThis.say = (name) => said.push(name)
      // As jQuery runs a text.
      for (const text of ['say("first")', 'say("second")']) {
        const added = document.createElement('script')
        added.text = text
        document.head.appendChild(added).parentNode.removeChild(added)
      }
      const file = Object.assign(document.createElement('script'), { src: './late.js' })
      file.onload = async () => {
        file.parentNode.insertBefore(document.createElement('hr'), file)
        file.parentNode.removeChild(file)
        say((await (await fetch('told.json')).json()).told)
        document.querySelector('h1').textContent = said.join(' ')
      }
      document.body.insertBefore(file, null)`),
    '/late.js': script('say("file")'),
    '/told.json': json({ told: 'told' }),
  })
  await page.goto(`/${code}/x`)
  await heading(page, '/chunks/a.js /x first second file told')
})

test('FRAME-4 FRAME-2 workers of a build start, load and ask, and their calls say where the page stands', async ({
  page,
  context,
  micro,
}) => {
  const { code, server } = await micro.add(context, {})
  const ask = `onmessage = async () => {
    const answers = []
    for (const method of ['GET', 'POST']) answers.push(await (await fetch('/api/${code}/list', { method })).text())
    postMessage(part + ' ' + answers + ' ' + (await (await fetch('/texts.json')).text()))
  }`
  const app = `
    const said = document.getElementById('said')
    for (const worker of [new Worker('/assets/classic.js'), new Worker('/assets/module.js', { type: 'module' })]) {
      worker.onmessage = ({ data }) => { said.textContent += data + '; ' }
      worker.postMessage('begin')
    }`
  server.serve({
    ...{ [`/${code}/list`]: json(['own']), '/texts.json': json(['texts']), '/app.js': script(app) },
    '/index.html': html(
      '<h1>page</h1><output id="said"></output><script type="module" src="/app.js"></script>',
    ),
    '/assets/classic.js': script(`importScripts('/assets/part.js', './rest.js'); ${ask}`),
    ...{ '/assets/part.js': script('var part'), '/assets/rest.js': script('part = "classic"') },
    '/assets/module.js': script(`import { part } from './shared.js'; ${ask}`),
    '/assets/shared.js': script('export const part = "module"'),
  })
  const stated: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/list')) stated.push(request.headers().referer)
  })
  await page.goto(`/${code}/form`)
  const said = microPage(page).locator('#said')
  for (const kind of ['classic', 'module'])
    await expect(said).toContainText(`${kind} ["own"],["own"] ["texts"]; `)
  expect(stated).toHaveLength(4)
  for (const referrer of stated) expect(referrer).toContain('console-context=')
})
