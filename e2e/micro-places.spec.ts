import { expect, microPage, type Page } from './fixtures'
import { heading, html, script } from './micro-files'
import { test } from './own'

test.use({ as: 'admin' })
test.describe.configure({ mode: 'default' })

const view = (page: Page) => microPage(page).locator('body')
const top = (page: Page) => view(page).evaluate(() => Math.round(window.scrollY))
/** And stays there for a moment, as people do. */
async function scrollTo(page: Page, to: number): Promise<void> {
  await view(page).evaluate((_, y) => window.scrollTo(0, y), to)
  await page.waitForTimeout(400)
}
/** How far an element is from the upper edge of what is seen. */
const from = (page: Page, selector: string) =>
  microPage(page)
    .locator(selector)
    .evaluate((one) => Math.abs(Math.round(one.getBoundingClientRect().top)))

const sections = [1, 2, 3, 4].map(
  (n) => `<section id="s${n}"><h2>Part ${n}</h2><button>in ${n}</button></section>`,
)
const guide = html(`<!doctype html><style>
    body { margin: 0 } section { height: 900px } .modal { display: none } .modal:target { display: block }
  </style>
  <h1>guide</h1>
  <nav><a href="#s4">four</a> <a href="#named">by name</a> <a href="#dialog">open</a>
    <button id="set">set</button> <button id="put">put</button></nav>
  ${sections.join('')}<a name="named">a name</a><p><a href="#">up</a> <a href="#top">top</a></p>
  <div id="dialog" class="modal">a dialog of styles <a href="#nothing">close</a></div>
  <section></section><script src="./app.js"></script>`)

test('FRAME-5 MICRO-1 what an address names behind # is shown as the browser does, from wherever it is set', async ({
  page,
  context,
  micro,
}) => {
  const { code } = await micro.add(context, {
    '/index.html': guide,
    '/app.js': script(`
      document.getElementById('set').onclick = () => { location.hash = 's2' }
      document.getElementById('put').onclick = () => location.replace('#s3')`),
  })
  await page.goto(`/${code}/x#s4`)
  await heading(page, 'guide')
  await expect.poll(() => from(page, '#s4'), 'a sent link').toBe(0)
  const press = (name: string) => microPage(page).locator('a, button', { hasText: name }).first().click()
  await press('up')
  await expect.poll(() => top(page)).toBe(0)
  await press('four')
  await expect.poll(() => from(page, '#s4')).toBe(0)
  await page.keyboard.press('Tab')
  await expect(microPage(page).getByRole('button', { name: 'in 4' })).toBeFocused()
  await press('top')
  await expect.poll(() => top(page)).toBe(0)
  await press('by name')
  await expect.poll(() => from(page, '[name=named]')).toBe(0)
  await expect(page).toHaveURL(`/${code}/x#named`)
  await press('set')
  await expect.poll(() => from(page, '#s2')).toBe(0)
  await press('put')
  await expect.poll(() => from(page, '#s3')).toBe(0)
  await expect(page).toHaveURL(`/${code}/x#s3`)
  // Without scrolling to it, as a mouse does.
  await microPage(page).getByRole('link', { name: 'open' }).dispatchEvent('click')
  const dialog = microPage(page).getByText('a dialog of styles')
  await expect(dialog).toBeVisible()
  await press('close')
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect.poll(() => from(page, '#s3')).toBe(0)
  await page.reload()
  await expect.poll(() => from(page, '#s3')).toBe(0)
  await page.goForward()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await heading(page, 'guide')
})

/** As an application of one page does that knows nothing of scrolling but to begin anew at its top. */
const list = `
  const draw = () => {
    const id = new URLSearchParams(location.search).get('id')
    const rows = Array.from({ length: 100 }, (_, n) => '<p style="height: 40px"><button id="r' + n + '">row ' + n + '</button></p>')
    const all = () => { document.body.innerHTML = id ? '<h1>row ' + id + '</h1>' : '<h1>list</h1>' + rows.join('') + '<i>anew</i>' }
    document.body.innerHTML = '<h1>drawing</h1>'
    setTimeout(all, 200)
  }
  document.addEventListener('click', ({ target }) => {
    if (target.localName === 'i') location.reload()
    if (target.localName !== 'button') return
    history.pushState({}, '', '?id=' + target.id.slice(1))
    draw()
    scrollTo(0, 0)
  })
  addEventListener('popstate', draw)
  draw()`

test('FRAME-5 MICRO-1 Back, Forward and a reload show the place that a page was scrolled to', async ({
  page,
  context,
  micro,
}) => {
  const { code } = await micro.add(context, {
    '/index.html': html('<!doctype html><body></body><script src="./app.js"></script>'),
    '/app.js': script(list),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'list')
  await scrollTo(page, 1500)
  await microPage(page).getByRole('button', { name: 'row 30', exact: true }).click()
  const place = await page.evaluate(() => history.length)
  await heading(page, 'row 30')
  await page.goBack()
  await heading(page, 'list')
  await expect.poll(() => top(page)).toBe(1500)
  await scrollTo(page, 700)
  await page.goForward()
  await heading(page, 'row 30')
  await page.goBack()
  await expect.poll(() => top(page)).toBe(700)
  await scrollTo(page, 1200)
  await page.reload()
  await heading(page, 'list')
  await expect.poll(() => top(page)).toBe(1200)
  await microPage(page).getByText('anew').dispatchEvent('click')
  await heading(page, 'list')
  await expect.poll(() => top(page)).toBe(1200)
  expect(await page.evaluate(() => history.length), 'no entry of its own').toBe(place)
})

test('FRAME-5 a page that scrolls by itself is left alone, and routes behind # are', async ({
  page,
  context,
  micro,
}) => {
  const { code } = await micro.add(context, {
    '/index.html': html(
      `<!doctype html><h1></h1><a href="#/one">one</a><div style="height: 3000px"></div><script src="./app.js"></script>`,
    ),
    '/app.js': script(`
      history.scrollRestoration = 'manual'
      const draw = () => { document.querySelector('h1').textContent = 'at ' + location.hash }
      addEventListener('hashchange', draw)
      draw()`),
  })
  await page.goto(`/${code}/x#/two`)
  await heading(page, 'at #/two')
  await scrollTo(page, 300)
  await microPage(page)
    .getByRole('link')
    .evaluate((link: HTMLElement) => link.click())
  await heading(page, 'at #/one')
  expect(await top(page)).toBe(300)
  await scrollTo(page, 800)
  await page.goBack()
  await heading(page, 'at #/two')
  expect(await top(page)).toBe(800)
})

test('FRAME-5 a page that goes to its end itself, once it has drawn, is not held where it was', async ({
  page,
  context,
  micro,
}) => {
  const { code } = await micro.add(context, {
    '/index.html': html('<!doctype html><body></body><script src="/app.js"></script>'),
    '/app.js': script(`
      const draw = () => {
        const isPart = location.hash === '#part'
        document.body.innerHTML = '<h1>' + (isPart ? 'part' : 'start') + '</h1><button>go</button>' +
          (isPart ? '<div style="height: 2000px"></div><h2 id="part">here</h2>' : '')
        if (isPart) setTimeout(() => document.getElementById('part').scrollIntoView(), 200)
      }
      document.addEventListener('click', ({ target }) => {
        if (target.localName !== 'button') return
        history.pushState({}, '', location.hash === '#part' ? '/other' : '/long#part')
        draw()
      })
      addEventListener('popstate', draw)
      draw()`),
  })
  await page.goto(`/${code}/x`)
  const press = () => microPage(page).getByRole('button').click()
  await press()
  await expect.poll(() => top(page)).toBeGreaterThan(1000)
  await scrollTo(page, 0)
  await press()
  await heading(page, 'start')
  await page.goBack()
  await heading(page, 'part')
  await expect.poll(() => top(page)).toBeGreaterThan(1000)
})

test('FRAME-5 MICRO-1 Back after a reload finds all that a page noted', async ({ page, context, micro }) => {
  const { code } = await micro.add(context, {
    '/index.html': html('<h1></h1><button>on</button><script src="./app.js"></script>'),
    '/app.js': script(`
      const told = () => location.pathname.split('/').pop() + ' ' + history.state?.note
      const draw = () => { document.querySelector('h1').textContent = told() }
      document.querySelector('button').onclick = () => {
        const note = (history.state?.note ?? 0) + 1
        history.pushState({ note }, '', 'p' + note)
        draw()
      }
      addEventListener('popstate', draw)
      draw()`),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'x undefined')
  for (const shown of ['p1 1', 'p2 2']) {
    await microPage(page).getByRole('button', { name: 'on' }).click()
    await heading(page, shown)
  }
  await page.reload()
  await heading(page, 'p2 2')
  for (const shown of ['p1 1', 'x undefined']) {
    await page.goBack()
    await heading(page, shown)
  }
  await page.goForward()
  await heading(page, 'p1 1')
})
