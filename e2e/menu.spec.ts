import { type Caller, call, expect, organizationIds, type Page, tell, test } from './fixtures'
import {
  addButton,
  confirmButton,
  editButton,
  expectPageScrolls,
  noteOf,
  nothingFound,
  openAdd,
  pressBelow,
  pressRemove,
  question,
  removeItem,
  resetButton,
  rowMenu,
  saveButton,
  searchBar,
  searchButton,
  switchOf,
  textOf,
  toasts,
} from './lists'
import {
  addBranch,
  addDialog,
  addNode,
  editDialog,
  grid,
  gridRow,
  gridRows,
  menuPath,
  names,
  openMenus,
  parentField,
  pickParent,
  storedNode,
  storedNodes,
  updateCall,
  word,
} from './menus'
import { beginWorker } from './people'
import { addRole } from './records'

test.use({ as: 'admin' })
const builtIn = '内置项，不可修改'
const searchField = (page: Page) => searchBar(page).getByLabel('目录名称')
const expand = (page: Page, name: string) => page.getByRole('button', { name: `展开${name}`, exact: true })
const type = (page: Page, name: string) => addDialog(page).getByRole('radio', { name, exact: true })
const focused = (page: Page) => page.locator('tr:focus td').first()

test.describe('the tree', () => {
  test('MENU-1 MENU-2 LIST-2 the columns; what is built in is locked', async ({ page, admin }) => {
    const { menu, button } = await addBranch(admin)
    await openMenus(page, menu.name)
    await expect(page.getByRole('columnheader')).toHaveText([
      ...['名称', '排序', '请求方式', '图标', '路由', '资源编码', '状态', '操作'],
    ])
    const cells = gridRow(page, button.name).getByRole('gridcell')
    await expect(cells).toHaveText([button.name, '1', 'GET', '--', button.path, button.code, '启用', '编辑'])
    await expect(gridRow(page, button.name).getByRole('img', { name: '按钮' })).toBeVisible()
    await expect(gridRow(page, menu.name).getByRole('img', { name: '菜单' })).toBeVisible()
    await expect(gridRow(page, menu.name)).toHaveAttribute('aria-expanded', 'true')

    const application = gridRow(page, '能源管理系统')
    await expect(application.getByRole('switch')).toHaveCount(0)
    await expect(application.getByRole('gridcell').nth(6)).toHaveText('--')
    await rowMenu(page, '能源管理系统').click()
    await expect(page.getByRole('menuitem')).toHaveText(['详情', '新增下级'])
    await page.keyboard.press('Escape')

    await openMenus(page)
    const people = gridRow(page, '人员与权限')
    await expect(people.getByRole('gridcell').nth(3)).toHaveText('people')
    for (const control of [
      people.getByRole('switch'),
      people.getByRole('button', { name: '编辑人员与权限' }),
      removeItem(page, '人员与权限'),
    ]) {
      if ((await control.count()) === 0) await rowMenu(page, '人员与权限').click()
      await expect(control).toBeDisabled()
      await expect(control).toHaveAccessibleDescription(builtIn)
      await control.focus()
      await page.keyboard.press('Enter')
      await control.click({ force: true })
    }
    await expect(question(page)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('MENU-1 LIST-1 LIST-5 LIST-7 a search keeps the way, open', async ({ page, admin }) => {
    const { directory, menu, button } = await addBranch(admin)
    const other = await addNode(admin, { type: 1, pid: directory.id })
    await openMenus(page)
    await expect(gridRow(page, directory.name), 'applications are open at first').toBeVisible()
    await expand(page, directory.name).click()
    await expect(gridRow(page, menu.name)).toBeVisible()
    const widths = await page
      .getByRole('columnheader')
      .evaluateAll((heads) =>
        heads.map((head) => [head.textContent?.length ?? 0, head.getBoundingClientRect().width]),
      )
    for (const [length = 0, width = 0] of widths) {
      expect(width).toBeGreaterThanOrEqual(length < 6 ? 100 : length * 16)
    }

    await searchField(page).fill(menu.name.toUpperCase())
    await searchButton(page).click()
    await expect(page).toHaveURL(`${menuPath}?searchStr=${menu.name.toUpperCase()}`)
    await expect(gridRows(page)).toHaveCount(4)
    expect(await names(page)).toEqual(['能源管理系统', directory.name, menu.name, button.name])
    await expect(grid(page).locator('mark')).toHaveText([menu.name])
    await page.getByRole('button', { name: `收起${menu.name}` }).click()
    await expect(gridRows(page)).toHaveCount(3)
    await page.reload()
    await expect(gridRows(page)).toHaveCount(4)
    await expect(searchField(page)).toHaveValue(menu.name.toUpperCase())

    await page.goto(menuPath)
    await expand(page, directory.name).click()
    await searchField(page).fill('没有这样的目录')
    await searchField(page).press('Enter')
    await expect(nothingFound(page)).toBeVisible()
    await resetButton(page).click()
    await expect(page).toHaveURL(menuPath)
    await expect(searchField(page)).toHaveValue('')
    await expect(gridRow(page, menu.name), 'what was open is open again').toBeVisible()
    await expect(gridRow(page, other.name)).toBeVisible()
    await expect(gridRow(page, button.name)).toHaveCount(0)
    await page.goBack()
    await expect(nothingFound(page)).toBeVisible()
    await expect(searchField(page)).toHaveValue('没有这样的目录')
  })

  test('MENU-1 the keyboard works it as an ARIA treegrid', async ({ page, admin }) => {
    const { directory, menu, button } = await addBranch(admin)
    await openMenus(page, directory.name)
    await expect(gridRows(page)).toHaveCount(4)
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '5')
    await page.getByRole('region', { name: '菜单管理，表格' }).focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('checkbox', { name: '选择本页全部' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(focused(page)).toHaveText('能源管理系统')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(focused(page)).toHaveText(menu.name)
    const row = gridRow(page, menu.name)
    for (const [name, value] of [
      ['level', '3'],
      ['posinset', '1'],
      ['setsize', '1'],
      ['expanded', 'true'],
      ['rowindex', '4'],
    ]) {
      await expect(row).toHaveAttribute(`aria-${name}`, value ?? '')
    }
    await page.keyboard.press('End')
    await expect(focused(page)).toHaveText(button.name)
    await page.keyboard.press('ArrowLeft')
    await expect(focused(page)).toHaveText(menu.name)
    await page.keyboard.press('ArrowLeft')
    await expect(row).toHaveAttribute('aria-expanded', 'false')
    await expect(gridRow(page, button.name)).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(row).toHaveAttribute('aria-expanded', 'true')

    // Tab goes on to what can be done with the row, and from there out of the table.
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: `收起${menu.name}` })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(switchOf(page, menu.name)).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(rowMenu(page, menu.name)).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(focused(page)).toHaveText(menu.name)
    await page.keyboard.press('Home')
    await expect(focused(page)).toHaveText('能源管理系统')
    // What opens the row, its menu, the height of rows.
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: '全部展开' }), 'one stop for the rows').toBeFocused()

    await page.getByRole('button', { name: '全部收起' }).click()
    await expect(gridRows(page)).toHaveCount(1)
    await page.getByRole('button', { name: '全部展开' }).click()
    await expect(gridRows(page)).toHaveCount(4)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

  test('A11Y-4 MENU-1 nodes are cards that tell their level, and the page scrolls them', async ({
    page,
    admin,
  }) => {
    const { ems, directory, menu, button } = await addBranch(admin)
    await openMenus(page, menu.name)
    const starts = await Promise.all(
      [ems, directory, menu, button].map(({ name }) =>
        page
          .getByText(name, { exact: true })
          .evaluate((element) => Math.round(element.getBoundingClientRect().left)),
      ),
    )
    expect(starts, 'each level begins further in').toEqual([...new Set(starts)].sort((a, b) => a - b))
    const card = gridRow(page, button.name)
    for (const text of [button.path, button.code, 'GET', button.name]) {
      const shown = card.getByText(text, { exact: true })
      await expect(shown).toBeInViewport({ ratio: 1 })
      const cut = await shown.evaluate((element) => [
        element.scrollWidth - element.clientWidth,
        element.scrollHeight - element.clientHeight,
      ])
      expect(cut, text).toEqual([0, 0])
    }
    for (const control of [
      page.getByRole('button', { name: `收起${menu.name}` }),
      switchOf(page, menu.name),
      editButton(page, menu.name),
      rowMenu(page, menu.name),
    ]) {
      await expect(control).toBeInViewport({ ratio: 1 })
      const box = await control.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
    }
    await page.getByRole('button', { name: `收起${menu.name}` }).tap()
    await expect(gridRow(page, button.name)).toHaveCount(0)
    await rowMenu(page, menu.name).tap()
    await expect(page.getByRole('menuitem', { name: `在${menu.name}下新增` })).toBeVisible()

    await openMenus(page)
    await expectPageScrolls(page)
    for (const name of ['全部展开', '全部收起'])
      await expect(page.getByRole('button', { name }), 'at the top').toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: '全部展开' }).tap()
    await expectPageScrolls(page)
    await expect(page.getByRole('button', { name: '全部收起' }), 'nor far then').toBeInViewport({ ratio: 1 })
    expect(await gridRows(page).count(), 'those in sight').toBeLessThan(50)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const last = String(Number(await grid(page).getAttribute('aria-rowcount')))
    await expect(grid(page).locator(`[aria-rowindex="${last}"]`)).toBeInViewport()
    await gridRows(page).last().focus()
    await page.keyboard.press('Home')
    await expect(focused(page)).toHaveText('统一管理平台')
    await expect(focused(page)).toBeInViewport({ ratio: 1 })
    const heading = await page.getByRole('banner').boundingBox()
    expect((await focused(page).boundingBox())?.y).toBeGreaterThanOrEqual(heading?.height ?? 0)
  })
})

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

  test('MENU-6 MENU-4 an edited entry moves with all below it', async ({ page, admin }) => {
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
  test('MENU-6 an entry that is gone says so, and leaves', async ({ page, admin, expected }) => {
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
    await expect(question(page)).toContainText(`停用“${menu.name}”？`)
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
    await expect(question(page)).toContainText('其下 2 项将一并删除')
    expected.push(/status of 409/)
    await confirmButton(page).click()
    await expect(toasts(page).getByRole('alert')).toContainText('菜单正在使用中：1 个角色，2 个下级')
    await expect(gridRow(page, directory.name)).toBeVisible()
    await tell(admin, `/sys/role/page/delete/${role.id}`)
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

test.describe('the rules of the form', () => {
  const rules = [
    {
      language: 'zh-cn',
      texts: ['目录', '菜单', '按钮', '组件'],
      faults: [
        '目录的上级不能为菜单',
        '菜单的上级不能为菜单',
        '按钮的上级只能为菜单',
        '组件的上级只能为目录或菜单',
      ],
      labels: {
        more: (name: string) => `${name}的更多操作`,
        below: (name: string) => `在${name}下新增`,
        parent: '上级目录',
        find: '查找上级目录',
        save: '保存',
      },
    },
    {
      language: 'en',
      texts: ['Directory', 'Menu', 'Button', 'Component'],
      faults: [
        'A directory’s parent cannot be a menu',
        'A menu’s parent cannot be a menu',
        'A button’s parent can only be a menu',
        'A component’s parent can only be a directory or a menu',
      ],
      labels: {
        more: (name: string) => `More for ${name}`,
        below: (name: string) => `Add below ${name}`,
        parent: 'Parent category',
        find: 'Find a category',
        save: 'Save',
      },
    },
  ] as const

  for (const { language, texts, faults, labels } of rules) {
    test.describe(language, () => {
      test.use({ language })

      test(`MENU-4 the parent’s rules are told at once (${language})`, async ({ page, admin }) => {
        const { menu, ems } = await addBranch(admin)
        await page.goto(`${menuPath}?searchStr=${menu.name}`)
        await page.getByRole('button', { name: labels.more(menu.name), exact: true }).click()
        await page.getByRole('menuitem', { name: labels.below(menu.name), exact: true }).click()
        const dialog = page.getByRole('dialog')
        const parent = dialog.getByRole('combobox', { name: labels.parent })
        const pick = (text: string | undefined) =>
          dialog
            .getByRole('radio', { name: text ?? '', exact: true })
            .first()
            .check()
        const [directoryFault, menuFault, buttonFault, componentFault] = faults
        await expect(parent, 'a button fits').toHaveAttribute('aria-invalid', 'false')
        await pick(texts[0])
        await expect(await noteOf(parent)).toHaveText(directoryFault)
        await pick(texts[1])
        await expect(await noteOf(parent)).toHaveText(menuFault)
        await expect(parent).toContainText(menu.name)
        await expect(parent).toHaveAttribute('aria-invalid', 'true')
        await pick(texts[3])
        await expect(parent, 'a component fits').toHaveAttribute('aria-invalid', 'false')
        await parent.click()
        // Other tests add entries to the same system.
        await dialog.getByRole('textbox', { name: labels.find }).fill(ems.name)
        await dialog.getByRole('treeitem', { name: ems.name, exact: true }).click()
        await expect(await noteOf(parent)).toHaveText(componentFault)
        await pick(texts[2])
        await expect(await noteOf(parent)).toHaveText(buttonFault)
        let asked = 0
        page.on('request', (request) => {
          if (request.url().endsWith('/list/add')) asked += 1
        })
        for (const field of await dialog.getByRole('textbox').all()) await field.fill('1')
        await dialog.getByRole('combobox').first().selectOption('GET')
        await dialog.getByRole('button', { name: labels.save }).click()
        await expect(parent).toBeFocused()
        await expect(await noteOf(parent)).toHaveText(buttonFault)
        expect(asked).toBe(0)
      })
    })
  }

  test('VALID-2 MENU-3 another type needs more; a refusal is told', async ({ page, admin, expected }) => {
    const { menu } = await addBranch(admin)
    await openMenus(page)
    const dialog = await openAdd(page)
    await type(page, '按钮').check()
    await saveButton(dialog).click()
    const method = dialog.getByRole('combobox', { name: '请求方式' })
    await expect(await noteOf(method)).toHaveText('请选择请求方式：GET、POST、PUT 或 DELETE')
    await expect(method.locator('option')).toHaveText(['请选择', 'GET', 'POST', 'PUT', 'DELETE'])
    const name = word()
    for (const [label, text] of Object.entries({
      名称: name,
      资源编码: menu.code,
      路径: '/ems/new',
      排序: '3',
    }))
      await textOf(dialog, label).fill(text)
    await method.selectOption('DELETE')
    await pickParent(dialog, menu.name)
    expected.push(/status of 4(00|09)/)
    await saveButton(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText('资源编码已存在')
    await expect(textOf(dialog, '名称')).toHaveValue(name)
    await expect(parentField(dialog)).toContainText(menu.name)
    expect(await storedNodes(admin, name)).toEqual([])
  })
})

test.describe('permissions', () => {
  test.use({ as: undefined })

  /** A page of the console's own system that the worker's role holds, so that it stands in their menu. */
  async function addOwnPage(admin: Caller) {
    const uia = await storedNode(admin, '统一管理平台')
    const name = word()
    const directory = await addNode(admin, { type: 1, pid: uia.id, name: `${name}d`, code: `uia.${name}` })
    const page = await addNode(admin, { type: 2, pid: directory.id, name, code: `uia.page.${name}` })
    const button = await addNode(admin, { type: 3, pid: page.id, name: `${name}b`, code: `uia.${name}.a` })
    return { name, page, codes: [button.code] }
  }

  test('PERM-1 PERM-3 MENU-2 who may only look is told', async ({ page, context, admin, expected }) => {
    const { name, codes } = await addOwnPage(admin)
    await beginWorker(context, admin, ['uia.menu.search', ...codes])
    await openMenus(page, name)
    await expect(addButton(page)).toHaveCount(0)
    await expect(gridRow(page, name).getByRole('gridcell').last()).toHaveText('')
    const state = switchOf(page, name)
    await expect(state).toBeDisabled()
    await expect(state).toHaveAccessibleDescription('您没有此操作的权限')
    const { id } = await storedNode(admin, name)
    for (const path of [`list/delete/${id}/`, `list/updateEnabled?id=${id}&enabled=0`]) {
      expect((await call(context, 'POST', `/sys/menuManage/page/${path}`)).status, path).toBe(403)
    }
    await beginWorker(context, admin, ['uia.online.search'])
    expected.push(/status of 403/)
    expect((await page.goto(menuPath))?.status()).toBe(403)
  })

  test('PERM-5 MENU-6 what all use shows in everybody’s menu', async ({ page, context, admin }) => {
    const { name, codes } = await addOwnPage(admin)
    await beginWorker(context, admin, ['uia.menu.search', 'uia.menu.update', ...codes])
    await openMenus(page, name)
    const sideMenu = page.getByRole('navigation', { name: '主菜单' })
    await sideMenu.getByRole('button', { name: `${name}d` }).click()
    await expect(sideMenu.getByRole('link', { name: new RegExp(name) })).toBeVisible()
    await rowMenu(page, name).click()
    await expect(page.getByRole('menuitem')).toHaveText(['详情', '谁有权限，为什么？'])
    await page.keyboard.press('Escape')
    await expect(editButton(page, name)).toBeDisabled()
    const { children: _, enabled: __, ...stored } = await storedNode(admin, name)
    await tell(admin, updateCall, { ...stored, iFrame: false, component: 'a/b', name: `${name}改` })
    await openMenus(page, name)
    await expect(gridRow(page, `${name}改`)).toBeVisible()
    await sideMenu.getByRole('button', { name: `${name}d` }).click()
    await expect(sideMenu.getByRole('link', { name: new RegExp(`${name}改`) })).toBeVisible()
  })
})
