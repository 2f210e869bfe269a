import { expectAccessible, expectContrast } from './axe'
import { expect, type Locator, type Page, test } from './fixtures'
import { listPath, lists, openAdd, openList, openListAt, pressRoles, rows, textOf } from './lists'

test.use({ as: 'admin' })

const sheet = (page: Page) => page.getByRole('dialog')
/** The names of what these tests press, in either language. */
const words = {
  'zh-cn': {
    add: '新增',
    nothing: '没有符合条件的数据',
    more: /更多操作$/,
    save: '保存',
    seeAs: /身份查看/,
    table: /，表格$/,
  },
  en: {
    add: 'Add',
    nothing: 'Nothing matches your search',
    more: /^More for/,
    save: 'Save',
    seeAs: /^See as/,
    table: /, table$/,
  },
} as const

for (const language of ['zh-cn', 'en'] as const) {
  for (const width of [1440, 390]) {
    test.describe(`${language} ${width}`, () => {
      test.use({ language, viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })
      const word = words[language]

      test(`A11Y-1 axe finds nothing in lists, sheets, menus and forms (${language}, ${width} px)`, async ({
        page,
      }) => {
        test.slow()
        for (const list of Object.values(lists)) {
          await page.goto(list.path)
          await expect(page.getByRole('region', { name: word.table }).getByRole('row').nth(1)).toBeVisible()
          await expectAccessible(page, list.path)
        }
        await page.goto('/menu/index')
        await expect(page.getByRole('treegrid')).toBeVisible()
        await expectAccessible(page, 'the tree of the menu')
        // A row of the demo, which no other test changes.
        await page.goto(`${listPath}?account=operator`)
        const first = page.locator('tbody tr')
        await expect(first).toHaveCount(1)
        await first.getByRole('link').click()
        await expect(sheet(page).getByRole('button', { name: word.seeAs }).first()).toBeVisible()
        await expectAccessible(page, 'a sheet')
        await expectContrast(page, 'a sheet')
        await page.keyboard.press('Escape')
        await first.getByRole('button', { name: word.more }).click()
        await expect(page.getByRole('menuitem').first()).toBeVisible()
        await expectAccessible(page, 'the menu of a row')
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: word.add, exact: true }).click()
        await expect(sheet(page).getByRole('button', { name: word.save })).toBeVisible()
        await sheet(page).getByRole('button', { name: word.save }).click()
        await expect(sheet(page).getByRole('alert').first()).toBeVisible()
        await expectAccessible(page, 'a form with faults')
        await expectContrast(page, 'a form with faults')
        await page.keyboard.press('Escape')
        await first.getByRole('switch').click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
        await expectAccessible(page, 'a question')
        await page.keyboard.press('Escape')
        await page.goto(`${listPath}?account=nobody-at-all`)
        await expect(page.getByText(word.nothing)).toBeVisible()
        await expectAccessible(page, 'nothing found')
      })
    })
  }
}

test('A11Y-2 switches, boxes, the open row and the focus are seen in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(listPath)
  await expect(rows(page).first()).toBeVisible()
  const drawn = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element)
        return { borderTopWidth, differs: borderTopColor !== backgroundColor }
      })
  expect(await drawn('[role=switch][aria-checked=true] > span')).toEqual({
    borderTopWidth: '1px',
    differs: true,
  })
  await rows(page).nth(1).getByRole('link').click()
  await expect(sheet(page)).toBeVisible()
  const mark = await rows(page)
    .nth(1)
    .getByRole('cell')
    .first()
    .evaluate((cell) => getComputedStyle(cell).borderLeftWidth)
  expect(mark, 'the open row has a mark that is no shadow').toBe('3px')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  const focused = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
    return `${outlineStyle} ${outlineWidth}`
  })
  expect(focused).toBe('solid 2px')
})

test('A11Y-3 the focus is seen in the searches of trees and roles', async ({ page }) => {
  /** The ring is the field's own, or that of the box that holds it. */
  const ring = (search: Locator) =>
    search.evaluate((field) =>
      [field, field.parentElement ?? field].some((part) => getComputedStyle(part).outlineStyle === 'solid'),
    )
  const expectRing = async (search: Locator) => {
    await expect(search).toBeVisible()
    expect(await ring(search), 'without the focus').toBe(false)
    await search.focus()
    await expect.poll(() => ring(search), 'with the focus').toBe(true)
  }
  await openListAt(page, lists.role, '')
  await expectRing(textOf(await openAdd(page), '查找权限'))
  await openList(page, 'operator')
  await pressRoles(page, '陆明远')
  await expectRing(textOf(sheet(page), '查找角色'))
})
