import { expect, type Page, test, unique } from './fixtures'
import { listPath, lists, openAdd, openList, openListAt, rows, rowsOf } from './lists'
import { networkIdle } from './network-idle'
import { addAccount } from './people'
import { addOrganization } from './records'

test.use({ as: 'admin' })

/** Where the focus is: whether it has come out of the page, and what bars lie over of what it is at. */
function focusNow(page: Page): Promise<{ isOut: boolean; under: string | undefined }> {
  return page.evaluate(() => {
    const focused = document.activeElement ?? document.body
    const isOut = !document.querySelector('#content')?.contains(focused) || focused.matches('#content')
    const { top, bottom, height } = focused.getBoundingClientRect()
    const above = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const chosen = document.querySelector('[role=toolbar]')
    const below =
      chosen === null || chosen.contains(focused) ? innerHeight : chosen.getBoundingClientRect().top
    const isSeen = (top >= above && bottom <= below) || height > below - above
    const name = focused.getAttribute('aria-label') ?? focused.textContent
    return { isOut, under: isSeen ? undefined : `${name} ${Math.round(top)}–${Math.round(bottom)}` }
  })
}

/** Presses a key until the focus leaves the page. @returns how many stops there were, and those that are not seen */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<{ stops: number; hidden: string[] }> {
  const hidden: string[] = []
  for (let stops = 0; stops < 200; stops += 1) {
    await page.keyboard.press(key)
    const { isOut, under } = await focusNow(page)
    if (isOut) return { stops, hidden }
    if (under !== undefined) hidden.push(under)
  }
  throw new Error('the focus never left the page')
}

const low = { width: 320, height: 256 }
for (const [path, size] of [
  ['/menu/index', { width: 390, height: 700 }],
  ['/menu/index', low],
  ['/operation/index', low],
  [listPath, low],
  ['/assets/index', low],
  ['/allocation/index', low],
  ['/user/index', low],
] as const) {
  const tag = path === '/menu/index' ? [] : ['@long']
  test(`A11Y-3 no bar hides what the focus comes to (${path}, ${size.width} px)`, { tag }, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await page.goto(path)
    await networkIdle(page)
    await page.locator('#content').focus()
    const forwards = await walk(page, 'Tab')
    expect(forwards.hidden, 'by Tab').toEqual([])
    await page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight)
      const all = [
        ...document.querySelectorAll<HTMLElement>('#content :is(a, button, input, select, [tabindex="0"])'),
      ]
      all.findLast((one) => one.tabIndex === 0 && one.checkVisibility())?.focus()
    })
    const back = await walk(page, 'Shift+Tab')
    expect(back.hidden, 'by Shift+Tab').toEqual([])
    expect(back.stops).toBeGreaterThan(2)
  })
}

for (const [path, first] of [
  [listPath, '[data-row-link]'],
  ['/menu/index', 'tr[tabindex="0"]'],
] as const) {
  test(`A11Y-3 the bar of chosen rows hides no row that the focus comes to (${path})`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 })
    await page.goto(path)
    await page.locator('tbody').getByRole('checkbox').first().check()
    await page.getByRole('toolbar').waitFor()
    await page.locator('#content').focus()
    const { stops, hidden } = await walk(page, 'Tab')
    expect(hidden, 'by Tab').toEqual([])
    expect(stops).toBeGreaterThan(6)
    await page.locator(first).first().focus()
    for (let step = 0; step < 9; step += 1) {
      await page.keyboard.press('ArrowDown')
      expect((await focusNow(page)).under, `row ${step}`).toBeUndefined()
    }
  })
}

test('A11Y-3 the head of a list hides no row that the focus comes to', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 500 })
  await page.goto(listPath)
  await rows(page).last().getByRole('link').focus()
  const head = await page.locator('thead th').first().boundingBox()
  for (let step = 0; step < 9; step += 1) {
    await page.keyboard.press('ArrowUp')
    const focused = await page.locator(':focus').boundingBox()
    expect(focused?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0))
  }
})

test('A11Y-4 a long remark is whole on a phone’s card, and a long name breaks in a sheet', async ({
  page,
  admin,
}) => {
  const organization = await addOrganization(admin, {
    name: unique('o').padStart(50, 'w'),
    remark: '备'.repeat(50),
  })
  const person = await addAccount(admin, { places: [organization.code] })
  const isCut = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => all.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))
  await page.setViewportSize({ width: 390, height: 800 })
  await openListAt(page, lists.organization, organization.name)
  await expect(rowsOf(page, lists.organization)).toContainText('备'.repeat(50))
  expect(await isCut('td[data-label]')).toBe(false)
  await openList(page, person.account)
  await rows(page).getByRole('link').click()
  const place = page.getByRole('dialog').locator('dt', { hasText: organization.name })
  await expect(place).toBeVisible()
  expect(await isCut('dt')).toBe(false)
})

test('A11Y-4 a name from right to left keeps its beginning where it is cut', async ({ page, admin }) => {
  const { name } = await addOrganization(admin, {
    name: `المؤسسة العامة لتحلية المياه المالحة ${Date.now()}`,
  })
  await page.setViewportSize({ width: 1024, height: 800 })
  await openListAt(page, lists.organization, name)
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const link = rowsOf(page, lists.organization).getByRole('link')
    const [cut, isThere] = await link.evaluate((element) => {
      const first = document.createRange()
      first.setStart(element.firstChild ?? element, 0)
      first.setEnd(element.firstChild ?? element, 1)
      const { left, right } = element.getBoundingClientRect()
      const letter = first.getBoundingClientRect()
      return [element.scrollWidth - element.clientWidth, letter.left >= left && letter.right <= right + 1]
    })
    expect(cut, 'it is cut').toBeGreaterThan(0)
    expect(isThere, `${width} px`).toBe(true)
  }
})

test('A11Y-4 at 400 % what scrolls within a page or a form has the height to work in', async ({ page }) => {
  const least = 160
  const heightOf = (selector: string) =>
    page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().height))
  await page.setViewportSize(low)
  await page.goto('/assets/index')
  expect(await heightOf('#content section ul')).toBeGreaterThanOrEqual(least)
  await openListAt(page, lists.role, '')
  await openAdd(page)
  await expect(page.getByRole('tree')).toBeVisible()
  expect(await heightOf('[role=tree]')).toBeGreaterThanOrEqual(least)
  const around = await page.getByRole('tree').evaluate((tree) => {
    let box = tree.parentElement
    while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement
    return box?.clientHeight
  })
  expect(around, 'all of the tree has room in what scrolls it').toBeGreaterThan(least)
  await page.getByRole('tree').focus()
  await page.keyboard.press('End')
  const active = await page.getByRole('tree').getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${active}"]`)).toBeInViewport({ ratio: 1 })
})

test.describe('in English', () => {
  test.use({ language: 'en' })
  test('A11Y-4 MENU-3 the types of an entry stand on one line of a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/menu/index')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const types = page.getByRole('dialog').getByRole('radio', { name: /^(Directory|Menu|Button|Component)$/ })
    await expect(types).toHaveCount(4)
    const tops = await types.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
  })

  test('A11Y-4 RES-3 the search of a system’s resources has room for what is typed on a phone', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/assets/index')
    const search = page.getByRole('textbox', { name: 'Resource name' })
    await search.fill('orders and spares')
    expect(await search.evaluate((field) => field.clientWidth)).toBeGreaterThan(80)
  })
})
