import { expect, microPage } from './fixtures'
import { heading, html } from './micro-files'
import { test } from './own'

test.use({ as: 'admin' })

test('FRAME-1 FRAME-5 keys go to no page that does not show, which hears that it is hidden, and after Back to where they went before', async ({
  page,
  context,
  micro,
}) => {
  const sight = `document.addEventListener('visibilitychange', ({ target }) => {
    document.querySelector('output').textContent += [target.visibilityState, document.hidden, ''].join(' ')
  })`
  const field = (name: string) => ({
    '/index.html': html(
      `<h1>${name}</h1><input aria-label="field"><output></output><script>${sight}</script>`,
    ),
  })
  const first = await micro.add(context, field('first'))
  const second = await micro.add(context, field('second'))
  const views = page.getByTestId('micro-view')
  const valueIn = (name: string) =>
    views
      .filter({ has: page.locator(`iframe[title*="${name}"]`) })
      .frameLocator('iframe')
      .getByLabel('field')
  await page.goto(`/${first.code}/x`)
  await heading(page, 'first')
  await microPage(page).getByLabel('field').focus()
  await page.keyboard.type('a')
  await page.evaluate((to) => window.history.pushState(null, '', to), `/${second.code}/x`)
  await heading(page, 'second')
  // Nobody has pressed anything in it.
  await page.keyboard.type('b')
  await microPage(page).getByLabel('field').focus()
  await page.keyboard.type('c')
  await page.goBack()
  await heading(page, 'first')
  await page.keyboard.type('d')
  await expect(microPage(page).getByLabel('field')).toHaveValue('ad')
  await expect(microPage(page).locator('output')).toHaveText('hidden true visible false')
  await expect(valueIn(second.name)).toHaveValue('c')
  await page.goForward()
  await heading(page, 'second')
  await page.keyboard.type('e')
  await expect(valueIn(first.name)).toHaveValue('ad')
})
