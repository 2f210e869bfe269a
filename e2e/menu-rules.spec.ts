import { type Caller, call, expect, tell, test } from './fixtures'
import {
  addButton,
  editButton,
  noteOf,
  openAdd,
  rowMenu,
  saveButton,
  switchOf,
  textOf,
  toasts,
} from './lists'
import { again } from './long-tests'
import {
  addBranch,
  addNode,
  gridRow,
  menuPath,
  openMenus,
  parentField,
  pickParent,
  storedNode,
  storedNodes,
  type,
  updateCall,
  word,
} from './menus'
import { beginWorker } from './people'

test.use({ as: 'admin' })

test.describe('as a manager of an organization', () => {
  test.use({ as: 'operator' })

  test('MENU-5 where applications are there, but beyond the person’s rights, adding says so', async ({
    page,
  }) => {
    await openMenus(page)
    await addButton(page).click()
    await expect(toasts(page).getByRole('alert')).toContainText('请联系超级管理员')
    await expect(page.getByRole('dialog')).toHaveCount(0)
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
        below: (name: string) => `新增下级：${name}`,
        parent: '上级目录',
        find: '查找上级目录',
        save: '保存',
      },
    },
    {
      language: 'en',
      texts: ['Directory', 'Menu', 'Button', 'Component'],
      faults: [
        "A directory's parent cannot be a menu",
        "A menu's parent cannot be a menu",
        "A button's parent can only be a menu",
        "A component's parent can only be a directory or a menu",
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
    test.describe(language, again(language), () => {
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

  test('VALID-2 MENU-3 another type needs more; a refusal is told @long', async ({
    page,
    admin,
    expected,
  }) => {
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
