import { begin, expect, test, unique } from './fixtures'
import { accountTable, addButton, listPath, pressBelow, row, saveButton, textOf } from './lists'
import { addBranch, gridRow, openMenus, word } from './menus'

test('LIST-7 what is added out of sight has a link to it', async ({ page, context }) => {
  await begin(context, 'operator')
  await page.goto(`${listPath}?account=operator`)
  await expect(accountTable(page)).toBeVisible()
  const add = async (account: string) => {
    await addButton(page).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: '组织' }).selectOption({ label: '华东储能' })
    await textOf(dialog, '姓名').fill('新人')
    await textOf(dialog, '手机号').fill('13800138000')
    await textOf(dialog, '账号').fill(account)
    await dialog.getByRole('textbox', { name: '密码' }).fill('Secret2026')
    await saveButton(dialog).click()
    await expect(dialog).toBeHidden()
  }
  const account = unique('new')
  await add(account)
  const notice = page.getByRole('status').filter({ hasText: '新增成功，但当前列表中没有显示该数据。' })
  await expect(notice).toBeVisible()
  await expect(row(page, account)).toHaveCount(0)
  const link = notice.getByRole('link', { name: '查看' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${listPath}?account=${account}`)
  await expect(row(page, account)).toBeVisible()
  await expect(notice).toHaveCount(0)

  await page.goto(listPath)
  await expect(accountTable(page)).toBeVisible()
  const shown = unique('new')
  await add(shown)
  await expect(row(page, shown)).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('MENU-6 an entry added below the edge comes into sight @long', async ({ page, context, admin }) => {
  await begin(context, 'admin')
  const { directory } = await addBranch(admin)
  // Only rows in sight are in the document.
  await page.setViewportSize({ width: 1440, height: 4000 })
  await openMenus(page)
  await pressBelow(page, directory.name)
  await page.setViewportSize({ width: 1440, height: 420 })
  const dialog = page.getByRole('dialog')
  const name = word()
  await textOf(dialog, '名称').fill(name)
  await textOf(dialog, '资源编码').fill(`ems.${name}`)
  await textOf(dialog, '路径').fill(`/ems/${name}`)
  await saveButton(dialog).click()
  await expect(dialog).toBeHidden()
  await expect(gridRow(page, name)).toBeInViewport()
})
