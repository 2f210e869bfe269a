import { expect, microPage } from './fixtures'
import { heading, html, script } from './micro-files'
import { test } from './own'

test.use({ as: 'admin' })

test('FRAME-1 FRAME-5 keys go to no page that does not show, which hears that it is hidden and draws nothing, and after Back to where they went before', async ({
  page,
  context,
  micro,
}) => {
  const sight = `document.addEventListener('visibilitychange', ({ target }) => {
    document.querySelector('output').textContent += [target.visibilityState, document.hidden, ''].join(' ')
  })
  let kept, drawn = 0
  const draw = () => {
    cancelAnimationFrame(kept)
    document.querySelector('s').textContent = drawn += 1
    requestAnimationFrame(draw)
    kept = requestAnimationFrame(() => { drawn = NaN })
  }
  draw()`
  const field = (name: string) => ({
    '/index.html': html(
      `<h1>${name}</h1><input aria-label="field"><output></output><s></s><script>${sight}</script>`,
    ),
  })
  const first = await micro.add(context, field('first'))
  const second = await micro.add(context, field('second'))
  const views = page.getByTestId('micro-view')
  const of = (name: string) =>
    views.filter({ has: page.locator(`iframe[title*="${name}"]`) }).frameLocator('iframe')
  await page.goto(`/${first.code}/x`)
  await heading(page, 'first')
  await expect(views.locator('[aria-busy=true]'), 'until it has come up it draws').toHaveCount(0)
  await microPage(page).getByLabel('field').focus()
  await page.keyboard.type('a')
  await page.evaluate((to) => window.history.pushState(null, '', to), `/${second.code}/x`)
  await heading(page, 'second')
  // Nobody has pressed anything in it.
  await page.keyboard.type('b')
  await microPage(page).getByLabel('field').focus()
  const drawn = (name: string) => of(name).locator('s').innerText()
  const behind = await drawn(first.name)
  const seen = await drawn(second.name)
  await expect.poll(() => drawn(second.name)).not.toBe(seen)
  expect(await drawn(first.name), 'what nobody sees is not drawn').toBe(behind)
  await page.keyboard.type('c')
  await page.goBack()
  await heading(page, 'first')
  await expect.poll(() => drawn(first.name), 'and is again').not.toBe(behind)
  await page.keyboard.type('d')
  await expect(microPage(page).getByLabel('field')).toHaveValue('ad')
  await expect(microPage(page).locator('output')).toHaveText('hidden true visible false')
  await expect(of(second.name).getByLabel('field')).toHaveValue('c')
  await page.goForward()
  await heading(page, 'second')
  await page.keyboard.type('e')
  await expect(of(first.name).getByLabel('field')).toHaveValue('ad')
})

test('MICRO-4 FRAME-5 a page that is left while it comes up is there all the same @long', async ({
  page,
  context,
  micro,
}) => {
  const first = await micro.add(context, {
    '/index.html': html('<h1></h1><script src="./app.js"></script>'),
    '/app.js': script(`setTimeout(() => requestAnimationFrame(() => {
      document.querySelector('h1').textContent = 'first'
    }), 3_000)`),
  })
  const second = await micro.add(context, { '/index.html': html('<h1>second</h1>') })
  await page.goto(`/${first.code}/x`)
  await expect(page.getByTestId('micro-view').getByRole('status')).toBeVisible()
  await page.evaluate((to) => window.history.pushState(null, '', to), `/${second.code}/x`)
  await heading(page, 'second')
  // Longer than a page has.
  await page.waitForTimeout(11_000)
  await page.goBack()
  await heading(page, 'first')
})
