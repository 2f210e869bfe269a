import { expect, type Page } from './fixtures'
import { listPath } from './lists'
import { menuPath } from './menus'

export const sheet = (page: Page) => page.getByRole('dialog')
/** The names of what these tests press, in either language. */
const words = {
  'zh-cn': {
    add: '新增',
    more: /更多操作$/,
    save: '保存',
    seeAs: /身份查看/,
    view: '视图',
  },
  en: {
    add: 'Add',
    more: /^More for/,
    save: 'Save',
    seeAs: /^View as/,
    view: 'View',
  },
} as const

/** Opens what a list opens, in each width, and looks at it. */
export async function eachOpened(
  page: Page,
  language: keyof typeof words,
  look: (state: string, width: number) => Promise<void>,
): Promise<void> {
  const word = words[language]
  // A row of the demo, which no other test changes.
  await page.goto(`${listPath}?account=operator`)
  const first = page.locator('tbody tr')
  await expect(first).toHaveCount(1)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await first.getByRole('link').click()
    await expect(sheet(page).getByRole('button', { name: word.seeAs }).first()).toBeVisible()
    await look(`a sheet, ${width} px`, width)
    await page.keyboard.press('Escape')
    await first.getByRole('button', { name: word.more }).click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await look(`the menu of a row, ${width} px`, width)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: word.view, exact: true }).click()
    await expect(page.getByRole('group', { name: word.view })).toBeVisible()
    await look(`the view, ${width} px`, width)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: word.add, exact: true }).click()
    await expect(sheet(page).getByRole('button', { name: word.save })).toBeVisible()
    await sheet(page).getByRole('button', { name: word.save }).click()
    await expect(sheet(page).getByRole('alert').first()).toBeVisible()
    await look(`a form with faults, ${width} px`, width)
    await page.keyboard.press('Escape')
    await first.getByRole('switch').click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await look(`a question, ${width} px`, width)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeHidden()
  }
  await page.goto(menuPath)
  await page.getByRole('button', { name: word.more }).first().click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await look('the menu of an entry', 390)
}
