import { expectAccessible, expectContrast } from './axe'
import { expect, type Page, test } from './fixtures'
import { bar, box, question, runOver, runTold, switchOf } from './lists'
import { addBranch, addNode, grid, gridRow, openMenus, storedNode, storedNodes } from './menus'
import { beginWorker } from './people'

test.use({ as: 'admin', contextOptions: { reducedMotion: 'reduce' } })
const every = (page: Page) => page.getByRole('checkbox', { name: '选择本页全部' })

test('EDGE-11 DAY-6 DAY-7 an entry goes with its children that are chosen, each once; one press brings all back @long', async ({
  page,
  admin,
}) => {
  const { directory, menu, button } = await addBranch(admin)
  await openMenus(page, directory.name)
  await expect(box(page, '能源管理系统'), 'applications have a page of their own').toHaveCount(0)
  await box(page, directory.name).check()
  await bar(page).getByRole('button', { name: '删除' }).click()
  await expect(question(page)).toContainText('其下还有 2 个菜单项')
  await question(page).getByRole('button', { name: '取消' }).last().click()

  await every(page).check()
  await expect(bar(page)).toContainText('已选 3 条')
  await expectAccessible(page, 'chosen entries')
  await expectContrast(page, 'chosen entries')
  await bar(page).getByRole('button', { name: '删除' }).click()
  await expect(question(page)).toContainText('删除选中的 3 条数据？')
  const remove = question(page).getByRole('button', { name: '删除' })
  await expect(remove).toBeEnabled()
  await expect(question(page), 'nothing goes that is not chosen').not.toContainText('个菜单项')
  await remove.click()
  await expect(runTold(page, '3 条全部完成')).toBeVisible()
  for (const { name } of [directory, menu, button]) expect(await storedNodes(admin, name)).toEqual([])
  await runOver(page, '3 条全部完成', '撤销')
  await runOver(page, '3 条全部完成')
  await expect(bar(page)).toHaveCount(0)
  await expect(gridRow(page, button.name)).toBeVisible()
  expect(await storedNode(admin, button.name)).toMatchObject({ id: button.id, pid: menu.id })
  expect(await storedNode(admin, menu.name)).toMatchObject({ id: menu.id, pid: directory.id })
})

test('EDGE-11 DAY-8 entries are chosen by keyboard and by range; a search chooses only what it found @long', async ({
  page,
  admin,
}) => {
  const { directory, menu, button } = await addBranch(admin)
  const second = await addNode(admin, { type: 3, pid: menu.id, sort: 2 })
  await openMenus(page, directory.name)
  await gridRow(page, directory.name).focus()
  await page.keyboard.press('x')
  await expect(gridRow(page, directory.name)).toHaveAttribute('aria-selected', 'true')
  await expect(grid(page)).toHaveAttribute('aria-multiselectable', 'true')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar(page)).toContainText('已选 3 条')
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText('已选 2 条')
  await expect(box(page, button.name)).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await box(page, menu.name).click()
  await box(page, second.name).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('已选 3 条')
  // What is closed is chosen only with all.
  await bar(page).getByRole('button', { name: '取消选择' }).click()
  await page.getByRole('button', { name: `收起${menu.name}` }).click()
  await every(page).check()
  await expect(bar(page)).toContainText('已选 2 条')
  await bar(page).getByRole('button', { name: '选择符合条件的全部 4 条' }).click()
  await expect(bar(page)).toContainText('已选 4 条')

  await openMenus(page, menu.name)
  await expect(bar(page)).toHaveCount(0)
  await every(page).check()
  await expect(bar(page)).toContainText('已选 3 条')
  await expect(box(page, directory.name), 'it only leads there').not.toBeChecked()
  await bar(page).getByRole('button', { name: '停用' }).click()
  await question(page).getByRole('button', { name: '停用' }).click()
  await runOver(page, '3 条全部完成')
  for (const { name } of [menu, button, second]) await expect(switchOf(page, name)).not.toBeChecked()
  await expect(switchOf(page, directory.name)).toBeChecked()
})

test('EDGE-11 MENU-2 what is built in is chosen to be switched, stays where it would be deleted; whoever may change nothing chooses none @long', async ({
  page,
  context,
  admin,
}) => {
  await openMenus(page, '人员与权限')
  await box(page, '人员与权限').check()
  await bar(page).getByRole('button', { name: '停用' }).click()
  await expect(question(page)).not.toContainText('内置')
  await question(page).getByRole('button', { name: '取消' }).last().click()
  await bar(page).getByRole('button', { name: '删除' }).click()
  await expect(question(page)).toContainText('内置项，不可编辑或删除')
  await question(page).getByRole('button', { name: '取消' }).last().click()
  await beginWorker(context, admin, ['uia.menu.search'])
  await openMenus(page)
  await expect(gridRow(page, '人员与权限')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})
