import { type Caller, expect, microPage, type Page } from './fixtures'
import { heading, html, script } from './micro-files'
import { type Micro, test } from './own'

test.use({ as: 'admin' })
test.describe.configure({ mode: 'default' })

const files = {
  '/index.html':
    html(`<!doctype html><h1></h1><p><a href="/stopped">stopped</a> <a href="/stopped#part">part</a>
    <a href="/window" target="_blank">window</a> <a href="/at-once">at once</a></p><a href="/routed">routed</a>
    <form action="/found"><input name="q"></form><script src="/app.js"></script>`),
  '/app.js': script(`
    const draw = () => { document.querySelector('h1').textContent = 'at ' + location.pathname + location.hash }
    addEventListener('popstate', draw)
    document.querySelector('p').addEventListener('click', (event) => event.stopPropagation())
    for (const name of ['at-once', 'window'])
      document.querySelector('[href="/' + name + '"]').addEventListener('click', (event) => event.stopImmediatePropagation())
    document.querySelector('form').addEventListener('submit', (event) => event.stopPropagation())
    const route = (event) => {
      const link = event.target.closest('a')
      if (link?.getAttribute('href') !== '/routed') return
      event.preventDefault()
      history.pushState({ routed: true }, '', '/routed')
      draw()
    }
    // As routers do that want the last word.
    addEventListener('click', () => {
      removeEventListener('click', route)
      addEventListener('click', route)
    }, true)
    draw()`),
}
async function open(page: Page, caller: Caller, micro: Micro): Promise<string> {
  const { code } = await micro.add(caller, files)
  await page.goto(`/${code}/x`)
  await heading(page, 'at /x')
  return code
}
const press = (page: Page, name: string) => microPage(page).getByRole('link', { name, exact: true }).click()

test('FRAME-5 a link leads where it means to, whoever stops its press on the way', async ({
  page,
  context,
  micro,
}) => {
  const code = await open(page, context, micro)
  await press(page, 'stopped')
  await heading(page, 'at /stopped')
  await expect(page).toHaveURL(`/${code}/stopped`)
  await press(page, 'part')
  await heading(page, 'at /stopped#part')
  await press(page, 'at once')
  await heading(page, 'at /at-once')
  const opened = context.waitForEvent('page')
  await press(page, 'window')
  await expect(await opened).toHaveURL(`/${code}/window`)
  const link = microPage(page).getByRole('link', { name: 'window' })
  expect(await link.getAttribute('href'), 'as the page has said it').toBe('/window')
  await page.goBack()
  await heading(page, 'at /stopped#part')
})

test('FRAME-5 a form is sent, whoever stops it on the way', async ({ page, context, micro }) => {
  const code = await open(page, context, micro)
  await microPage(page).getByRole('textbox').fill('pumps')
  await microPage(page).getByRole('textbox').press('Enter')
  await heading(page, 'at /found')
  await expect(page).toHaveURL(`/${code}/found?q=pumps`)
})

test('FRAME-5 a router that listens to the window is the first to follow a link', async ({
  page,
  context,
  micro,
}) => {
  await open(page, context, micro)
  const before = await page.evaluate(() => history.length)
  await press(page, 'routed')
  await heading(page, 'at /routed')
  expect(await page.evaluate(() => history.length), 'one entry').toBe(before + 1)
  expect(await page.evaluate(() => history.state.micro)).toEqual({ routed: true })
  await page.goBack()
  await heading(page, 'at /x')
})
