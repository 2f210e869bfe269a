import { expect, hold, type Page, test } from './fixtures'
import {
  addButton,
  confirmButton,
  listPath,
  lists,
  nameLink,
  question,
  removeItem,
  row,
  rowMenu,
  saveButton,
  searchField,
  switchOf,
} from './lists'
import { menuPath } from './menus'
import { openAccounts } from './people'

test.use({ as: 'admin' })

const help = (page: Page) => page.getByRole('dialog', { name: '键盘操作' })

test('DAY-8 keys alone: rows, choosing, editing, adding, search and help; none while somebody types or a dialog is open', async ({
  page,
}) => {
  const prefix = await openAccounts(page, 3)
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(nameLink(page, `${prefix}03`)).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('j')
  await expect(nameLink(page, `${prefix}02`)).toBeFocused()
  await page.keyboard.press('k')
  await expect(nameLink(page, `${prefix}03`)).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: '已选数据' })).toContainText('已选 1 条')
  await page.keyboard.press('x')
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: '编辑账号' })
  await expect(dialog.getByRole('textbox', { name: '姓名' })).toHaveValue(`${prefix}03`)
  await page.keyboard.press('n')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(nameLink(page, `${prefix}03`)).toBeFocused()
  await page.keyboard.press('Control+j')
  await page.keyboard.press('/')
  await expect(searchField(page, '账号')).toBeFocused()
  await page.keyboard.type('nje?x')
  await expect(searchField(page, '账号')).toHaveValue('nje?x')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await searchField(page, '账号').blur()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: '新增账号' })).toBeVisible()
})

test('DAY-8 beside a sheet that a press has opened keys mean its row, with Caps Lock, too', async ({
  page,
}) => {
  const prefix = await openAccounts(page, 3)
  const sheet = page.getByRole('dialog', { name: prefix })
  const dialog = page.getByRole('dialog', { name: '编辑账号' })
  await expect(async () => {
    await row(page, `${prefix}02`)
      .getByText('13800000000')
      .or(row(page, `${prefix}02`))
      .last()
      .click()
    await expect(sheet).toContainText(`${prefix}02`, { timeout: 500 })
  }).toPass()
  await page.keyboard.press('e')
  await expect(dialog.getByRole('textbox', { name: '姓名' })).toHaveValue(`${prefix}02`)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await sheet.getByRole('button', { name: '下一条' }).click()
  await expect(sheet).toContainText(`${prefix}01`)
  await page.keyboard.press('X')
  await expect(row(page, `${prefix}01`).getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('K')
  await expect(sheet).toContainText(`${prefix}02`)
  await expect(nameLink(page, `${prefix}02`)).toBeFocused()
})

test('DAY-8 a page lists the keys that do something there, and leaves the others alone', async ({ page }) => {
  const texts = async (path: string) => {
    await page.goto(path)
    await expect(async () => {
      await page.keyboard.press('?')
      await expect(help(page)).toBeVisible({ timeout: 500 })
    }).toPass()
    return help(page).getByRole('definition').allTextContents()
  }
  expect(await texts(lists.online.path)).toEqual(['转到查询', '显示此列表'])
  await page.keyboard.press('Escape')
  await expect(help(page)).toHaveCount(0)
  const isLeft = (key: string) =>
    page.evaluate((pressed) => {
      const event = new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true })
      return document.body.dispatchEvent(event)
    }, key)
  expect([await isLeft('j'), await isLeft('/')]).toEqual([true, false])
  expect(await texts(menuPath)).toEqual([
    ...['转到查询', '新增', '选择当前行', '显示此列表'],
    ...['在各行之间移动', '展开或收起当前行', '选择当前行', '选择经过的行', '关闭已打开的内容，或取消选择'],
  ])
})

test('DAY-8 A11Y-3 the keys are listed, and can be switched off: then the pointer leads back to them @long', async ({
  page,
}) => {
  await page.goto(listPath)
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(help(page)).toBeVisible({ timeout: 500 })
  }).toPass()
  await help(page).getByRole('checkbox', { name: '启用单键操作' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(help(page)).toHaveCount(0)
  for (const key of ['?', '/', 'n', 'j', 'x']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(searchField(page, '账号')).not.toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: '键盘操作' }).click()
  await expect(help(page).getByRole('checkbox', { name: '启用单键操作' })).not.toBeChecked()
  await help(page).getByRole('checkbox', { name: '启用单键操作' }).check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(help(page)).toBeVisible()
})

test('DAY-8 A11Y-3 EDGE-14 what is typed while a form or the palette is on its way is meant for that, and for no row', async ({
  page,
}) => {
  const first = `a-${Math.random().toString(36).slice(2, 8)}`
  let isSlow = false
  await page.route('**/_next/static/chunks/**', async (route) => {
    if (isSlow) await new Promise<void>((go) => setTimeout(go, 600))
    await route.continue()
  })
  await page.goto('/department/index')
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(page.locator('[data-row-link]').first()).toBeFocused({ timeout: 500 })
  }).toPass()
  isSlow = true
  await page.keyboard.press('n')
  await page.keyboard.type(`ex${first}`, { delay: 20 })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('新增部门')
  await expect(dialog.getByRole('textbox', { name: '部门名称' })).toHaveValue(`ex${first}`)
  await expect(page.getByRole('toolbar', { name: '已选数据' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nex', { delay: 20 })
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('nex')
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('A11Y-3 HOLD-5 Enter that is held down presses once, and nothing of what that has led to', async ({
  page,
}) => {
  const prefix = await openAccounts(page, 1)
  const holdDown = () => page.keyboard.down('Enter')
  await switchOf(page, `${prefix}01`).focus()
  await holdDown()
  await expect(question(page)).toBeVisible()
  await holdDown()
  await expect(question(page)).toBeVisible()
  await page.keyboard.up('Enter')
  await page.keyboard.press('Escape')
  await page.goto(lists.department.path)
  await addButton(page).click()
  const form = page.getByRole('dialog')
  const name = prefix.slice(-18)
  await form.getByLabel('所属组织').selectOption({ index: 1 })
  await form.getByLabel('部门编码').fill(name.replaceAll('-', '.').replace(/^\.+/, ''))
  await form.getByLabel('部门名称').fill(name)
  await holdDown()
  await expect(addButton(page)).toBeFocused()
  await holdDown()
  await page.keyboard.up('Enter')
  await expect(saveButton(form)).toHaveCount(0)
})

test('HOLD-5 of a double click the second press is none of what lay below, nor of what the first has opened', async ({
  page,
}) => {
  const prefix = await openAccounts(page, 10)
  await rowMenu(page, `${prefix}09`).click()
  // What the dialog is made of comes with its first use.
  const release = await hold(page, '**/_next/static/**/*.js')
  const item = page.getByRole('menuitem', { name: /会话/ })
  const { width = 0 } = (await item.boundingBox()) ?? {}
  // Below its end are the menus of further rows.
  await item.dblclick({ position: { x: width - 8, y: 16 } })
  await expect(page.getByRole('menu')).toHaveCount(0)
  release()
  const sessions = page.getByRole('dialog', { name: /登录/ })
  await expect(sessions).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sessions).toHaveCount(0)

  await rowMenu(page, `${prefix}09`).click()
  await removeItem(page, `${prefix}09`).click()
  await expect(confirmButton(page)).toBeEnabled()
  await confirmButton(page).hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(confirmButton(page)).toBeEnabled()
  await confirmButton(page).click()
  await expect(question(page)).toHaveCount(0)
  await expect(row(page, `${prefix}09`)).toHaveCount(0)
})
