import { expect, microPage, type Page } from './fixtures'
import { heading, html, script } from './micro-files'
import { test } from './own'

test.use({ as: 'admin' })
test.describe.configure({ mode: 'default' })

/** Says every address that the page is told of, as its router would draw them. */
const router = {
  '/index.html': html(`<!doctype html><h1></h1><ol></ol>
    <a href="/a?k=1">one</a> <a href="/b?x=a%20b&to=/c#h">two</a> <input><script src="/app.js"></script>`),
  '/app.js': script(`
    const draw = () => {
      const at = location.pathname + location.search + location.hash
      document.querySelector('h1').textContent = 'at ' + at
      document.querySelector('ol').append(Object.assign(document.createElement('li'), { textContent: at }))
    }
    addEventListener('popstate', draw)
    document.querySelector('input').onchange = ({ target }) => {
      const { bus, props } = $wujie
      const from = { from: props.systemCode, instanceId: props.instanceId }
      bus.$emit('micro:navigate', { v: 1, type: 'micro:navigate', ...from, payload: { to: target.value } })
    }
    document.addEventListener('click', (event) => {
      const link = event.target.closest('a')
      if (!link) return
      event.preventDefault()
      history.pushState({}, '', link.getAttribute('href'))
      draw()
    })
    draw()`),
}
const drawn = (page: Page) => microPage(page).locator('li').allTextContents()
const press = (page: Page, name: string) => microPage(page).getByRole('link', { name }).click()
const navigate = async (page: Page, to: string) => {
  const field = microPage(page).getByRole('textbox')
  await field.fill(to)
  await field.press('Enter')
}

test('FRAME-5 MICRO-1 a page hears of whole addresses only, as they are written', async ({
  page,
  context,
  micro,
}) => {
  const { code } = await micro.add(context, router)
  await page.goto(`/${code}/x?token=a%20b&to=/c#/table`)
  await heading(page, 'at /x?token=a%20b&to=/c#/table')
  await press(page, 'one')
  await press(page, 'two')
  await expect(page).toHaveURL(`/${code}/b?x=a%20b&to=/c#h`)
  await page.goBack()
  await heading(page, 'at /a?k=1')
  await page.goForward()
  await heading(page, 'at /b?x=a%20b&to=/c#h')
  await page.goBack()
  await heading(page, 'at /a?k=1')
  const back = ['/a?k=1', '/b?x=a%20b&to=/c#h', '/a?k=1']
  expect(await drawn(page)).toEqual(['/x?token=a%20b&to=/c#/table', '/a?k=1', '/b?x=a%20b&to=/c#h', ...back])
})

test('FRAME-5 MICRO-5 a page that is asked for by its address with # is shown at it, and at nothing before', async ({
  page,
  context,
  micro,
}) => {
  const { code } = await micro.add(context, router)
  await page.goto(`/${code}/x#/table`)
  await heading(page, 'at /x#/table')
  await navigate(page, `/${code}/x#/chart`)
  await heading(page, 'at /x#/chart')
  await expect(page).toHaveURL(`/${code}/x#/chart`)
  await navigate(page, `/${code}/a`)
  await heading(page, 'at /a')
  await navigate(page, `/${code}/x#/form`)
  await heading(page, 'at /x#/form')
  await expect(page).toHaveURL(`/${code}/x#/form`)
  await page.goBack()
  await heading(page, 'at /a')
  await page.goForward()
  await heading(page, 'at /x#/form')
  expect(await drawn(page)).toEqual(['/x#/table', '/x#/chart', '/a', '/x#/form', '/a', '/x#/form'])
})

test('FRAME-5 MICRO-5 another part of the page that is shown is where it stands, not where the page was scrolled to', async ({
  page,
  context,
  micro,
}) => {
  const { code } = await micro.add(context, {
    ...router,
    '/index.html': html(`<!doctype html><h1></h1><ol></ol><a></a><input><div style="height: 3000px"></div>
      <h2 id="two">two</h2><div style="height: 3000px"></div><script src="/app.js"></script>`),
  })
  await page.goto(`/${code}/x`)
  await heading(page, 'at /x')
  const top = () =>
    microPage(page)
      .locator('h2')
      .evaluate((part) => part.getBoundingClientRect().top)
  await microPage(page)
    .locator('h1')
    .evaluate((title) => title.ownerDocument.defaultView?.scrollTo(0, 800))
  await expect.poll(() => page.evaluate(() => history.state.place?.[1])).toBe(800)
  await microPage(page)
    .getByRole('textbox')
    .evaluate((field: HTMLInputElement, to) => {
      field.value = to
      field.dispatchEvent(new Event('change'))
    }, `/${code}/x#two`)
  await heading(page, 'at /x#two')
  await expect(page).toHaveURL(`/${code}/x#two`)
  await expect.poll(top).toBeLessThan(50)
  expect(await page.evaluate(() => history.state.place?.[1])).not.toBe(800)
})
