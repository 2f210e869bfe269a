import { answerOneAccount, test as withFake } from './fake-platform'
import { expect, type Page, signIn, tell, test, trySignIn, unique } from './fixtures'
import {
  allowPaste,
  confirmButton,
  item,
  listPath,
  lists,
  openEdit,
  openList,
  openListAt,
  pressRemove,
  question,
  removeShown,
  row,
  rowMenu,
  rowOf,
  switchOf,
  toasts,
} from './lists'
import { addAccount, detail, stored } from './people'
import { addOrganization, addRole, idOfPlace } from './records'

const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

test.describe('as a super administrator', () => {
  test.use({ as: 'admin' })

  test('DAY-3 a password is generated, shown once, copied, and lets its owner in to change it', async ({
    page,
    context,
    admin,
    visitor,
  }) => {
    await allowPaste(context)
    const person = await addAccount(admin, { name: '王五' })
    await openList(page, person.account)
    await rowMenu(page, '王五').press('Enter')
    await item(page, '重置密码：王五').press('Enter')
    const dialog = page.getByRole('dialog', { name: '重置密码：王五' })
    const field = dialog.getByRole('textbox', { name: '新密码' })
    await expect(field).toBeFocused()
    await page.keyboard.type('short')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByRole('button', { name: '生成' }).press('Enter')
    await expect(field).toHaveAttribute('type', 'text')
    await expect(field).toHaveValue(/^[A-Za-z0-9]{14}$/)
    const password = await field.inputValue()
    await field.press('Enter')
    const given = page.getByRole('dialog', { name: '王五的新密码' })
    await expect(given).toContainText(person.account)
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: '返回' }).click()
    await expect(given, 'it shows once').toContainText(password)
    await given.getByRole('contentinfo').or(given).getByRole('button', { name: '关闭' }).last().click()
    await question(page).getByRole('button', { name: '返回' }).click()
    await expect(given).toContainText(password)
    await given.getByRole('button', { name: '复制新密码' }).click()
    await expect(given.getByRole('status').filter({ hasText: '已复制' })).toBeAttached()
    expect(await copied(page)).toBe(password)
    await page.keyboard.press('Escape')
    await expect(page.getByText(password)).toHaveCount(0)
    await expect(rowMenu(page, '王五')).toBeFocused()
    const owner = await visitor()
    expect((await trySignIn(owner, person.account, password)).data).toMatchObject({
      mustChangePassword: true,
    })
  })

  test('DAY-7 A11Y-4 A11Y-5 who loses entry and which roles go is told before the press', async ({
    page,
    admin,
  }) => {
    const organization = await addOrganization(admin)
    await addAccount(admin, { name: '独处', places: [organization.code] })
    await openListAt(page, lists.organization, organization.name)
    await switchOf(page, organization.name).click()
    await expect(question(page)).toContainText('1 人将无法再进入平台：他们不属于其他已启用的组织')
    await expect(question(page)).toContainText('独处')
    const asked = `确定要停用“${organization.name}”吗？`
    await expect(question(page)).toHaveAccessibleDescription(new RegExp(`^${asked}`))
    // 1280 px at 400 %, and lower still: what is told scrolls by keyboard, between what stays in sight.
    await page.setViewportSize({ width: 320, height: 216 })
    await page.keyboard.press('Shift+Tab')
    for (const [key, text] of [
      ['End', '独处'],
      ['Home', asked],
    ] as const) {
      await page.keyboard.press(key)
      await expect(question(page).getByText(text)).toBeInViewport({ ratio: 1 })
      await expect(confirmButton(page)).toBeInViewport({ ratio: 1 })
    }
    await question(page).getByRole('button', { name: '取消' }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
    await pressRemove(page, organization.name)
    await expect(question(page)).toContainText('按目前的情况将被拒绝：组织正在使用中')
    await page.keyboard.press('Escape')

    const role = await addRole(admin, await idOfPlace(admin), ['uia.online.search'])
    const other = await addAccount(admin, { name: '双栖', places: ['EAST', 'WEST'], roles: [role.name] })
    await openList(page, other.account)
    const dialog = await openEdit(page, '双栖')
    await dialog.getByRole('button', { name: '移除华东储能' }).click()
    await expect(dialog).toContainText(`离开华东储能将失去这些角色：${role.name}`)
  })

  test('DAY-6 A11Y-5 a deletion is undone in its toast, or brought back from the bin by name', async ({
    page,
    admin,
  }) => {
    const role = await addRole(admin, await idOfPlace(admin), ['uia.online.search'])
    await openListAt(page, lists.role, role.name)
    await pressRemove(page, role.name)
    await expect(
      question(page).getByRole('status').filter({ hasText: '30 天内可从回收站恢复' }),
    ).toBeVisible()
    await confirmButton(page).click()
    await toasts(page).getByRole('button', { name: '撤销' }).click()
    await expect(toasts(page)).toContainText('已撤销')
    await expect(rowOf(page, lists.role, role.name)).toBeVisible()

    const person = await addAccount(admin, { name: unique('归来'), roles: [role.name] })
    await openList(page, person.account)
    await removeShown(page, person.name)
    await tell(admin, `/sys/role/page/delete/${role.id}`)
    await page.getByRole('button', { name: '回收站' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: '回收站' })
    for (const typed of [person.account, person.name]) {
      await dialog.getByRole('searchbox', { name: '按账号或姓名查找' }).fill(typed)
      await expect(dialog.getByRole('listitem')).toHaveCount(1)
      await expect(dialog.getByRole('listitem')).toContainText(`${person.account} ${person.name}`)
    }
    await expect(dialog.getByRole('listitem')).toContainText('华东储能')
    await dialog.getByRole('button', { name: `恢复${person.account}` }).press('Enter')
    await expect(toasts(page)).toContainText(`未能恢复：${role.name}`)
    await page.keyboard.press('Escape')
    await expect(row(page, person.account)).toBeVisible()
    expect((await detail(admin, person.id)).usersRoleList).toEqual([])
  })

  test('DAY-6 two records of one name are each taken back in a toast of their own', async ({
    page,
    admin,
  }) => {
    const [prefix, name] = [unique('twin'), unique('同名')]
    for (const at of [1, 2]) await addAccount(admin, { account: `${prefix}-${at}`, name })
    await page.goto(`${listPath}?account=${prefix}`)
    for (const left of [1, 0]) {
      await rowMenu(page, name).first().click()
      await item(page, `删除${name}`).click()
      await confirmButton(page).click()
      await expect(rowMenu(page, name)).toHaveCount(left)
    }
    await expect(toasts(page).getByRole('button', { name: '撤销' })).toHaveCount(2)
  })

  test('DAY-3 nobody resets their own password here', async ({ page }) => {
    await openList(page, 'admin')
    await page
      .getByRole('row', { name: /admin/ })
      .getByRole('button', { name: /的更多操作$/ })
      .first()
      .click()
    const reset = item(page, /重置密码：/)
    await expect(reset).toHaveAttribute('aria-disabled', 'true')
    await expect(reset).toHaveAttribute('title', '请在个人中心修改自己的密码')
  })
})

test.describe('in English', () => {
  test.use({ as: 'admin', language: 'en' })

  test('DAY-3 a new account’s password is made, seen and copied', async ({
    page,
    context,
    admin,
    visitor,
  }) => {
    await allowPaste(context)
    await page.goto('/account/index')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add account' })
    const account = unique('made')
    await dialog.getByRole('combobox', { name: 'Organization', exact: true }).selectOption({ index: 1 })
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Robin')
    await dialog.getByRole('textbox', { name: 'Phone' }).fill('13800138000')
    await dialog.getByRole('textbox', { name: 'Account', exact: true }).fill(account)
    await dialog.getByRole('button', { name: 'Generate' }).click()
    await dialog.getByRole('button', { name: 'Copy: Password' }).click()
    await expect.poll(() => copied(page)).toMatch(/^[A-Za-z0-9]{14}$/)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    expect(await stored(admin, account)).toBeDefined()
    expect((await trySignIn(await visitor(), account, await copied(page))).code).toBe(0)
  })
})

withFake('DAY-3 DAY-4 a platform without these calls shows nothing of them', async ({ page, platform }) => {
  answerOneAccount(platform)
  await signIn(page.context(), 'admin')
  await page.goto('/account/index')
  await rowMenu(page, '李明').click()
  await expect(page.getByRole('menuitem')).toHaveText(['角色', '删除'])
})
