import { expect, type Page, test } from './fixtures'
import {
  editButton,
  expectPageScrolls,
  nothingFound,
  question,
  removeItem,
  resetButton,
  rowMenu,
  searchBar,
  searchButton,
  switchOf,
} from './lists'
import { addBranch, addNode, expand, grid, gridRow, gridRows, menuPath, names, openMenus } from './menus'

test.use({ as: 'admin' })
const builtIn = '内置项，不可编辑或删除'
const searchField = (page: Page) => searchBar(page).getByLabel('目录名称')
const focused = (page: Page) => page.locator('tr:focus td').first()

test.describe('the tree', () => {
  test('MENU-1 MENU-2 LIST-2 the columns; what is built in is neither edited nor deleted, but switched', async ({
    page,
    admin,
  }) => {
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
    await page.keyboard.press('Escape')
    await people.getByRole('switch').click()
    await expect(question(page)).toContainText('停用')
    await question(page).getByRole('button', { name: '取消' }).last().click()
  })

  test('MENU-1 LIST-1 LIST-5 LIST-7 A11Y-5 a search keeps the way, open, and is announced', async ({
    page,
    admin,
  }) => {
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
    await expect(page.getByRole('main').locator('[aria-live=polite]')).toHaveText('共 4 项')
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

  test('A11Y-4 MENU-1 nodes are cards that tell their level, and the page scrolls them @long', async ({
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
    await expect(page.getByRole('menuitem', { name: `新增下级：${menu.name}` })).toBeVisible()

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
