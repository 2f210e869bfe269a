import { expect, hold, type Page, test } from './fixtures'
import { addButton, density, listPath, pageSize, rows, saveButton } from './lists'
import { addDialog, gridRows, menuPath } from './menus'

test.use({ as: 'admin' })

/** Opens the list as it comes from the server. @returns what lets its scripts go */
async function openWithoutScript(page: Page, path = listPath, seen = rows(page)): Promise<() => void> {
  const release = await hold(page, '**/_next/static/**/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  await expect(seen.first()).toBeVisible()
  // Until a page's first picture the browser drops what is pressed.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  return release
}

test('A11Y-3 what is pressed before the page’s script is there is done once it is', async ({ page }) => {
  const release = await openWithoutScript(page)
  await page.getByRole('button', { name: '查询' }).last().click()
  await addButton(page).press('Enter')
  release()
  const dialog = page.getByRole('dialog', { name: /^新增/ })
  await expect(saveButton(dialog)).toBeVisible()
  await expect(page).toHaveURL(listPath)
})

test('A11Y-3 MENU-6 presses before the page’s script is there are done in order, and each once', async ({
  page,
}) => {
  const release = await openWithoutScript(page, menuPath, gridRows(page))
  const closed = page.getByRole('treegrid').locator('[aria-expanded=false]').first()
  const opens = page.getByRole('button', { name: /^展开/ }).first()
  const opened = page.getByRole('button', {
    name: (await opens.getAttribute('aria-label'))?.replace('展开', '收起'),
  })
  await expect(closed).toBeVisible()
  await opens.click()
  await opens.click()
  await addButton(page).click()
  release()
  const dialog = addDialog(page)
  await expect(saveButton(dialog)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opened).toBeVisible()
})

test('LIST-7 A11Y-3 a row pressed before the page’s script is there opens in place once it is @long', async ({
  page,
}) => {
  for (const press of [
    () => rows(page).nth(1).getByRole('cell').nth(2).click(),
    () => rows(page).nth(1).getByRole('link').first().press('Enter'),
  ]) {
    const release = await openWithoutScript(page)
    await press()
    await expect(page).toHaveURL(listPath)
    release()
    await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeFocused()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test('LIST-7 a row pressed while the page’s script is at work opens', async ({ page }) => {
  // A press that came during the task in which React took the page is heard right behind it, before the page's effects run.
  await page.addInitScript(() => {
    let isPressed = false
    const press = () => {
      const link = document.querySelector('tbody [data-row-link]')
      const key = Object.keys(link ?? {}).find((name) => name.startsWith('__reactFiber'))
      // biome-ignore lint/suspicious/noExplicitAny: React's own record of the page.
      let fiber = key && (link as any)[key]
      while (fiber?.return) fiber = fiber.return
      if (isPressed || fiber?.stateNode.current.memoizedState.isDehydrated !== false) return
      isPressed = true
      ;(link as HTMLElement).click()
    }
    const tasks = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')
    Object.defineProperty(MessagePort.prototype, 'onmessage', {
      set(task: (event: MessageEvent) => void) {
        tasks?.set?.call(this, (event: MessageEvent) => {
          task(event)
          press()
        })
      },
    })
  })
  await page.goto(listPath)
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeVisible()
})

test('A11Y-3 a press is heard where the document’s own element lost its attributes, as to a page of faults', async ({
  page,
}) => {
  await page.goto(listPath)
  await addButton(page).click()
  await expect(saveButton(page.getByRole('dialog', { name: /^新增/ }))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.evaluate(() => {
    const { documentElement: root } = document
    for (const name of root.getAttributeNames()) root.removeAttribute(name)
  })
  await addButton(page).click()
  await expect(saveButton(page.getByRole('dialog', { name: /^新增/ }))).toBeVisible()
})

test('EDGE-13 what is chosen before the page’s script is there holds', async ({ page }) => {
  const release = await openWithoutScript(page)
  await pageSize(page).selectOption('20')
  release()
  await expect(rows(page)).toHaveCount(20)
})

test('EDGE-13 how close the rows stand can be chosen before the page’s script is there', async ({ page }) => {
  const release = await openWithoutScript(page)
  await density(page).getByTitle('紧凑').click()
  release()
  await expect.poll(async () => (await rows(page).first().boundingBox())?.height).toBe(30)
  await expect(density(page).getByRole('radio', { name: '紧凑' })).toBeChecked()
})

test('A11Y-3 what was pressed too early is not done again behind a press that was heard @long', async ({
  page,
}) => {
  let arrive = () => {}
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/images/late.svg', async (route) => {
    await late
    await route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
  })
  const release = await openWithoutScript(page)
  // The page is not whole yet when its script is there.
  await page.evaluate(() => {
    const picture = new Image()
    picture.src = '/images/late.svg'
    document.body.append(picture)
  })
  await addButton(page).click()
  release()
  const dialog = page.getByRole('dialog', { name: /^新增/ })
  await expect(async () => {
    if (!(await dialog.isVisible())) await addButton(page).click()
    await expect(saveButton(dialog)).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  arrive()
  await page.waitForLoadState('load')
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 300)))
  await expect(dialog).toBeHidden()
})
