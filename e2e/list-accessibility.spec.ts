import { expectAccessible, expectContrast } from './axe'
import { expect, type Page, test } from './fixtures'
import { listPath, lists, rows, rowsOf, tableOf } from './lists'

test.use({ as: 'admin' })

const sheet = (page: Page) => page.getByRole('dialog')
/** The names of what these tests press, in either language. */
const words = {
  'zh-cn': { add: '新增', more: /更多操作$/, edit: /^编辑/, save: '保存', table: /，表格$/ },
  en: { add: 'Add', more: /^More for/, edit: /^Edit/, save: 'Save', table: /, table$/ },
} as const

for (const language of ['zh-cn', 'en'] as const) {
  for (const width of [1440, 390]) {
    test.describe(`${language} ${width}`, () => {
      test.use({ language, viewport: { width, height: 900 } })
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
        await page.goto(listPath)
        const first = page.locator('tbody tr').nth(1)
        await first.getByRole('link').click()
        await expect(sheet(page).getByRole('term').first()).toBeVisible()
        await expectAccessible(page, 'a sheet')
        await expectContrast(page, 'a sheet')
        await page.keyboard.press('Escape')
        await first.getByRole('button', { name: word.more }).click()
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
        await expect(page.getByRole('status').first()).toBeVisible()
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
  await page.goto(lists.role.path)
  await expect(rowsOf(page, lists.role).first()).toBeVisible()
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const search = sheet(page).getByRole('textbox', { name: '查找权限' })
  await search.focus()
  await page.keyboard.press('Shift')
  const ring = () =>
    search.evaluate((field) => {
      const own = getComputedStyle(field)
      const around = getComputedStyle(field.parentElement ?? field)
      return own.outlineStyle === 'solid' || around.outlineStyle === 'solid'
    })
  await expect.poll(ring).toBe(true)
  await expect(tableOf(page, lists.role)).toBeAttached()
})
