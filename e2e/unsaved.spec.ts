import { begin, enter, expect, type Page, test as personTest, signIn, test } from './fixtures'
import { listPath, pressRoles, searchField } from './lists'
import { addAccount, addPerson, detail } from './people'

test.use({ as: 'operator' })

const question = (page: Page) => page.getByRole('alertdialog', { name: '不保存就离开吗？' })
const keep = (page: Page) => question(page).getByRole('button', { name: '继续编辑' }).last()
const discard = (page: Page) => question(page).getByRole('button', { name: '放弃修改' })
const dialog = (page: Page) => page.getByRole('dialog', { name: '编辑账号' })

test.describe('a changed form', () => {
  test('ACC-2 Escape, ✕ and Cancel ask before anything typed is lost', async ({ page, context }) => {
    const { account, id } = await addAccount(context, { name: '王五' })
    await page.goto(`${listPath}?account=${account}`)
    const edit = page.getByRole('button', { name: '编辑王五' })
    await edit.click()
    const name = dialog(page).getByLabel('姓名')
    await name.fill('王五六')
    const leaves = [
      () => page.keyboard.press('Escape'),
      () => dialog(page).getByRole('button', { name: '取消' }).click(),
      () => dialog(page).getByRole('button', { name: '关闭' }).click(),
    ]
    for (const leave of leaves) {
      await name.focus()
      await leave()
      await expect(keep(page)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(question(page)).toBeHidden()
      await expect(name).toHaveValue('王五六')
    }
    await name.focus()
    await page.keyboard.press('Escape')
    await expect(keep(page)).toBeFocused()
    // A busy browser may lose a press.
    await expect(async () => {
      if (await question(page).isVisible()) await page.keyboard.press('Escape')
      await expect(question(page)).toBeHidden({ timeout: 1000 })
    }).toPass()
    await expect(name, 'the focus is where it was').toBeFocused()

    await page.keyboard.press('Escape')
    await discard(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(edit).toBeFocused()
    expect((await detail(context, id)).name).toBe('王五')
  })

  test('ACC-2 a form without a change is left without a question @long', async ({ page, context }) => {
    const { account } = await addAccount(context, { name: '赵六' })
    await page.goto('/home')
    await page.goto(`${listPath}?account=${account}`)
    const edit = page.getByRole('button', { name: '编辑赵六' })
    await edit.click()
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await edit.click()
    const name = dialog(page).getByLabel('姓名')
    await name.fill('赵六六')
    await name.fill('赵六')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await edit.click()
    await name.fill('赵七')
    await dialog(page).getByRole('button', { name: '保存' }).click()
    await expect(dialog(page)).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL('/home')
  })

  test('LIST-7 ACC-2 Back and Forward ask, also twice in a row', async ({ page, context }) => {
    const { account } = await addAccount(context, { name: '孙七' })
    await page.goto('/home')
    await page.getByRole('link', { name: '角色管理' }).click()
    await expect(page).toHaveURL('/role/index')
    await page.getByRole('link', { name: '账号管理' }).click()
    await searchField(page, '账号').fill(account)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${listPath}?account=${account}`)
    await page.getByRole('button', { name: '编辑孙七' }).click()
    const name = dialog(page).getByLabel('姓名')
    await name.fill('孙七七')
    for (const _ of ['first', 'second']) {
      await page.goBack()
      await expect(question(page)).toBeVisible()
      await expect(page).toHaveURL(`${listPath}?account=${account}`)
      await keep(page).click()
      await expect(name).toHaveValue('孙七七')
    }
    await page.goBack()
    await expect(question(page)).toBeVisible()
    await expect(page).toHaveURL(`${listPath}?account=${account}`)
    await page.goBack()
    await discard(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page).toHaveURL(listPath)
    await page.goBack()
    await expect(page).toHaveURL('/role/index')

    await page.goForward()
    await expect(page).toHaveURL(listPath)
    await page.getByRole('button', { name: '新增' }).click()
    await page.getByRole('dialog').getByLabel('姓名').fill('周八')
    await page.goBack()
    await discard(page).click()
    await expect(page).toHaveURL('/role/index')
  })

  test('ACC-2 closing a changed form’s page asks in the browser’s words @long', async ({ page, context }) => {
    const { account } = await addAccount(context, { name: '吴九' })
    await page.goto(`${listPath}?account=${account}`)
    const asked: string[] = []
    page.on('dialog', (native) => {
      asked.push(native.type())
      return native.accept()
    })
    await page.getByRole('button', { name: '编辑吴九' }).click()
    await expect(dialog(page)).toBeVisible()
    await page.reload()
    expect(asked).toEqual([])
    await page.getByRole('button', { name: '编辑吴九' }).click()
    await dialog(page).getByLabel('姓名').fill('吴九九')
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
  })
})

personTest(
  'ME-2 SHELL-6 SHELL-7 NAV-4 a changed panel asks before a menu entry, another panel, the language, the chooser or the way out',
  async ({ page, admin }) => {
    const person = await addPerson(admin, { EAST: 'viewer' })
    await signIn(page.context(), person.account)
    await enter(page.context(), 'EAST', 'uia')
    await page.goto('/user/index')
    const field = page.getByRole('textbox', { name: '显示名称' })
    await page.getByRole('button', { name: '修改显示名称' }).click()
    await field.fill('半途而废')
    const userMenu = page.getByRole('button', { name: /账号菜单$/ })
    const leaves: [string, () => Promise<void>][] = [
      ['menu entry', () => page.getByRole('link', { name: '账号管理' }).click()],
      ['another panel', () => page.getByRole('button', { name: '修改手机号' }).click()],
      ['close', () => page.getByRole('button', { name: '关闭' }).click()],
      [
        'language',
        async () => {
          await page.getByRole('button', { name: '语言' }).click()
          await page.getByRole('menuitemradio', { name: 'English' }).click()
        },
      ],
      ...['选择组织', '退出登录'].map((entry): [string, () => Promise<void>] => [
        entry,
        async () => {
          await userMenu.click()
          await page.getByRole('menuitem', { name: entry }).click()
        },
      ]),
    ]
    for (const [what, leave] of leaves) {
      await leave()
      await expect(question(page), what).toBeVisible()
      await keep(page).click()
      await expect(field, what).toHaveValue('半途而废')
    }
    await userMenu.click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await discard(page).click()
    await expect(page).toHaveURL('/login')
  },
)

test('ACC-6 another organization asks before picked roles go @long', async ({ page, context }) => {
  await begin(context, 'admin')
  const made = await addAccount(context, { places: ['EAST', 'WEST'], roles: ['只读查看'] })
  await page.goto(`${listPath}?account=${made.account}`)
  await pressRoles(page, made.name)
  const roles = page.getByRole('dialog', { name: '编辑角色' })
  const organization = roles.getByRole('combobox', { name: '组织', exact: true })
  const manager = roles.getByRole('checkbox', { name: '组织管理员' })
  await manager.check()
  await organization.selectOption('西部储能')
  await keep(page).click()
  await expect(organization.locator('option:checked')).toHaveText('华东储能')
  await expect(manager).toBeChecked()
  await organization.selectOption('西部储能')
  await discard(page).click()
  await expect(roles.getByText('未选择')).toBeVisible()
  const engineer = roles.getByRole('checkbox', { name: '储能工程师' })
  await engineer.check()
  await engineer.uncheck()
  await page.keyboard.press('Escape')
  await expect(roles).toBeHidden()
})
