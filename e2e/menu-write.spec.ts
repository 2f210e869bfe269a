import { expect, organizationIds, tell, test } from './fixtures'
import {
  addButton,
  confirmButton,
  editButton,
  nothingFound,
  pressBelow,
  pressRemove,
  question,
  saveButton,
  switchOf,
  textOf,
  toasts,
} from './lists'
import {
  addBranch,
  addDialog,
  addNode,
  editDialog,
  expand,
  gridRow,
  names,
  openMenus,
  parentField,
  pickParent,
  storedNode,
  storedNodes,
  type,
  word,
} from './menus'
import { addRole } from './records'

test.use({ as: 'admin' })

test.describe('adding and editing', () => {
  test('MENU-6 MENU-3 directory, menu, button and link are added', async ({ page, admin }) => {
    const sent: Record<string, unknown>[] = []
    page.on(
      'request',
      (request) => request.url().endsWith('/list/add') && sent.push(JSON.parse(request.postData() ?? '{}')),
    )
    await openMenus(page)
    const name = word()
    const dialog = addDialog(page)
    const fill = async (fields: Record<string, string>) => {
      for (const [label, value] of Object.entries(fields)) await textOf(dialog, label).fill(value)
    }
    const save = async () => {
      await saveButton(dialog).click()
      await expect(dialog).toBeHidden()
      await expect(toasts(page)).toContainText('新增成功')
    }
    await addButton(page).click()
    await expect(type(page, '目录')).toBeChecked()
    await fill({
      名称: name,
      资源编码: `ems.${name}`,
      路径: `/ems/${name}`,
      描述: '第一<层>',
      英文名称: 'Folder',
    })
    await dialog.getByRole('button', { name: 'station', exact: true }).click()
    await expect(textOf(dialog, '图标')).toHaveValue('station')
    await pickParent(dialog, '能源管理系统')
    await expect(textOf(dialog, '排序'), 'a number behind those that are there').toHaveValue(/^[1-9]\d*$/)
    await fill({ 排序: '7' })
    await save()
    await expect(gridRow(page, name).getByRole('gridcell').nth(1)).toHaveText('7')

    // Added below, with parent, type and sort set; what another type hides is neither lost nor sent.
    await pressBelow(page, name)
    await expect(type(page, '菜单')).toBeChecked()
    await expect(parentField(dialog)).toHaveText(`能源管理系统 / ${name}`)
    await expect(textOf(dialog, '排序')).toHaveValue('1')
    const menu = `${name}m`
    await fill({
      名称: menu,
      资源编码: `own.page.${name}`,
      路径: '/ems/a',
      组件路径: 'views/a/index',
      图标: 'zap',
    })
    await expect(dialog.getByText('控制台没有此图标，将显示默认图标')).toBeVisible()
    await dialog.getByRole('radio', { name: '链接地址' }).check()
    await expect(textOf(dialog, '组件路径')).toHaveCount(0)
    await fill({ 链接地址: 'https://example.com/a' })
    await type(page, '按钮').check()
    await expect(textOf(dialog, '链接地址')).toHaveCount(0)
    await dialog.getByRole('combobox', { name: '请求方式' }).selectOption('PUT')
    await type(page, '菜单').check()
    await expect(textOf(dialog, '链接地址')).toHaveValue('https://example.com/a')
    await dialog.getByRole('radio', { name: '组件', exact: true }).last().check()
    await expect(textOf(dialog, '组件路径')).toHaveValue('views/a/index')
    await save()
    await expect(gridRow(page, menu), 'its directory opens').toBeVisible()

    await pressBelow(page, menu)
    const button = `${name}b`
    await fill({ 名称: button, 资源编码: `ems.${name}.save`, 路径: '/api/save' })
    await dialog.getByRole('combobox', { name: '请求方式' }).selectOption('PUT')
    await save()

    await pressBelow(page, name)
    const link = `${name}l`
    await fill({ 名称: link, 资源编码: `ems.link.${name}`, 路径: '/ems/link' })
    await dialog.getByRole('radio', { name: '链接地址' }).check()
    await fill({ 链接地址: '/report/a' })
    await expect(textOf(dialog, '排序')).toHaveValue('2')
    await save()

    const systemId = (await storedNode(admin, '能源管理系统')).id
    const own = ({ name }: { name: string }) => storedNode(admin, name)
    const directory = await own({ name })
    expect(sent).toEqual([
      {
        ...{ type: 1, name, code: `ems.${name}`, path: `/ems/${name}`, sort: 7, description: '第一层' },
        ...{ nameEn: 'Folder', icon: 'station', pid: systemId, systemId },
      },
      {
        ...{ type: 2, name: menu, code: `own.page.${name}`, path: '/ems/a', sort: 1, description: '' },
        ...{ icon: 'zap', iFrame: false, component: 'views/a/index', pid: directory.id, systemId },
      },
      {
        ...{ type: 3, name: button, code: `ems.${name}.save`, path: '/api/save', sort: 1, description: '' },
        ...{ method: 'PUT', pid: (await own({ name: menu })).id, systemId },
      },
      {
        ...{ type: 2, name: link, code: `ems.link.${name}`, path: '/ems/link', sort: 2, description: '' },
        ...{ icon: '', iFrame: true, linkUrl: '/report/a', pid: directory.id, systemId },
      },
    ])
    await openMenus(page, name)
    await page.reload()
    expect(await names(page)).toEqual(['能源管理系统', name, menu, button, link])
    await expect(gridRow(page, button).getByRole('gridcell').nth(2)).toHaveText('PUT')
    await editButton(page, link).click()
    const edit = editDialog(page)
    await expect(edit.getByRole('radio', { name: '链接地址' })).toBeChecked()
    await expect(textOf(edit, '链接地址')).toHaveValue('/report/a')
    await expect(textOf(edit, '资源编码')).toHaveValue(`ems.link.${name}`)
  })

  test('MENU-6 MENU-4 an edited entry moves with all below it @long', async ({ page, admin }) => {
    const { directory, menu, button } = await addBranch(admin)
    const target = await addNode(admin, { type: 1, pid: directory.pid, name: `${word()}t` })
    await openMenus(page)
    await expand(page, directory.name).click()
    await editButton(page, directory.name).click()
    const dialog = editDialog(page)
    await expect(textOf(dialog, '名称')).toHaveValue(directory.name)
    await parentField(dialog).click()
    await dialog.getByRole('textbox', { name: '查找上级目录' }).fill(directory.name)
    await expect(dialog.getByText('没有匹配的上级目录'), 'nothing hangs below itself').toBeVisible()
    await page.keyboard.press('Escape')
    await expect(parentField(dialog), 'Escape closes the tree, not the dialog').toBeFocused()
    const renamed = `${directory.name}改`
    await textOf(dialog, '名称').fill(renamed)
    await textOf(dialog, '排序').fill('9999')
    // By keyboard: down into the tree, to the application's last directory that fits.
    await parentField(dialog).press('ArrowDown')
    await page.keyboard.type(target.name)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(parentField(dialog)).toBeFocused()
    await expect(parentField(dialog)).toHaveText(`能源管理系统 / ${target.name}`)
    await saveButton(dialog).click()
    await expect(toasts(page)).toContainText('编辑成功')
    await expect(gridRow(page, renamed), 'what it moved into opens').toHaveAttribute('aria-level', '3')
    await expect(gridRow(page, menu.name), 'what was open stays open').toBeVisible()
    await openMenus(page, target.name)
    await page.reload()
    expect(await names(page)).toEqual(['能源管理系统', target.name, renamed, menu.name, button.name])
    expect(await storedNode(admin, renamed)).toMatchObject({ sort: 9999, pid: target.id })
  })
})

test.describe('switching and deleting', () => {
  test('MENU-6 an entry that is gone says so, and leaves @long', async ({ page, admin, expected }) => {
    expected.push(/status of 404/)
    const { ems, menu, directory } = await addBranch(admin)
    const drop = (id: string) => tell(admin, `/sys/menuManage/page/list/delete/${id}/?systemId=${ems.id}`)
    await openMenus(page, directory.name)
    await editButton(page, menu.name).click()
    await textOf(editDialog(page), '排序').fill('7')
    await drop(menu.id)
    await saveButton(editDialog(page)).click()
    await expect(editDialog(page).getByRole('alert')).toContainText('此记录已被他人删除。')
    await expect(saveButton(editDialog(page))).toHaveCount(0)
    await expect(textOf(editDialog(page), '排序')).toHaveValue('7')
    await editDialog(page).getByRole('button', { name: '关闭' }).last().click()
    await expect(gridRow(page, menu.name)).toHaveCount(0)
    await drop(directory.id)
    await pressRemove(page, directory.name)
    await confirmButton(page).click()
    await expect(toasts(page).getByRole('alert')).toHaveText('此记录已被他人删除。')
    await expect(gridRow(page, directory.name)).toHaveCount(0)
  })

  test('MENU-6 LIST-9 LIST-10 DAY-6 an entry is switched, deleted and restored', async ({
    page,
    admin,
    expected,
  }) => {
    const { directory, menu, button } = await addBranch(admin)
    await openMenus(page)
    await expand(page, directory.name).click()
    const state = switchOf(page, menu.name)
    await state.click()
    await expect(question(page)).toContainText(`确定要停用“${menu.name}”吗？`)
    await question(page).getByRole('button', { name: '取消' }).last().click()
    await expect(state).toBeChecked()
    await state.click()
    await confirmButton(page).click()
    await expect(toasts(page)).toContainText('停用成功')
    await expect(state).not.toBeChecked()
    expect((await storedNode(admin, menu.name)).enabled).toBe(false)
    await state.click()
    await confirmButton(page).click()
    await expect(toasts(page)).toContainText('启用成功')
    await openMenus(page, menu.name)
    await expect(state).toBeChecked()

    // What roles hold is not deleted under them.
    const east = (await organizationIds(admin)).EAST ?? ''
    const role = await addRole(admin, east, [button.code])
    await openMenus(page)
    await pressRemove(page, directory.name)
    await expect(question(page)).toContainText(`确定要删除数据“${directory.name}”吗？`)
    await expect(question(page)).toContainText('1 个角色，2 个下级')
    await expect(question(page), 'of what will be refused nothing is kept').not.toContainText('恢复')
    expected.push(/status of 409/)
    await confirmButton(page).click()
    await expect(toasts(page).getByRole('alert')).toContainText('菜单项正在使用中：1 个角色，2 个下级')
    await expect(gridRow(page, directory.name)).toBeVisible()
    await tell(admin, `/sys/role/page/delete/${role.id}`)
    await openMenus(page)
    await pressRemove(page, directory.name)
    await expect(question(page)).toContainText('其下 2 项将一并删除')
    await openMenus(page, directory.name)
    await pressRemove(page, directory.name)
    await expect(question(page), 'a search may hide some').toContainText('其下各项将一并删除')
    await confirmButton(page).click()
    await expect(toasts(page)).toContainText('删除成功')
    await expect(nothingFound(page)).toBeVisible()
    await page.reload()
    await expect(nothingFound(page)).toBeVisible()
    for (const { name } of [directory, menu, button]) expect(await storedNodes(admin, name)).toEqual([])

    await page.getByRole('button', { name: '回收站' }).click()
    await page
      .getByRole('dialog', { name: '回收站' })
      .getByRole('button', { name: `恢复${directory.name}` })
      .click()
    await expect(toasts(page)).toContainText('已恢复')
    for (const { name } of [directory, menu, button])
      expect(await storedNode(admin, name)).toMatchObject({ name })
  })
})
