import { openRoles, organization, rolesDialog } from './accounts'
import { begin, expect, giveUp, hash, type Locator, signIn, tell, test, trySignIn, unique } from './fixtures'
import { passwordOf as password } from './kinds'
import {
  addButton,
  confirmButton,
  editButton,
  textOf as field,
  listPath,
  noteOf,
  nothingFound,
  openAdd,
  openEdit,
  openList,
  question,
  row,
  rowMenu,
  saveButton,
  searchBar,
  switchOf,
  toasts,
} from './lists'
import { addAccount, detail, expectNobody, stored } from './people'
import { addOrganization } from './records'

const department = (dialog: Locator, index = 0) =>
  dialog.getByRole('combobox', { name: '部门', exact: true }).nth(index)

async function fillAdd(dialog: Locator, account: string, name = account): Promise<void> {
  await organization(dialog).selectOption('华东储能')
  await field(dialog, '姓名').fill(name)
  await field(dialog, '手机号').fill('13800138000')
  await field(dialog, '账号').fill(account)
  await password(dialog).fill('Secret2026')
}

test.describe('as a super administrator', () => {
  test.use({ as: 'admin' })

  test('ACC-7 ACC-2 ACC-3 an account has organizations and departments', async ({ page, context }) => {
    const account = unique('two')
    await openList(page, account)
    const dialog = await openAdd(page)
    await fillAdd(dialog, account, '李双')
    await expect(department(dialog)).toBeEnabled()
    await department(dialog).selectOption('检修一班')
    await dialog.getByRole('button', { name: '添加组织' }).click()
    await saveButton(dialog).click()
    await expect(await noteOf(organization(dialog, 1)), 'each must be chosen').toHaveText('请选择组织')
    await expect(organization(dialog, 1)).toBeFocused()
    await expect(organization(dialog, 1).getByRole('option', { name: '华东储能' })).toHaveCount(0)
    await organization(dialog, 1).selectOption('西部储能')
    await expect(department(dialog, 1)).toBeEnabled()
    await department(dialog, 1).selectOption('运行部')
    await saveButton(dialog).click()
    await expect(toasts(page)).toContainText('新增成功')
    await page.reload()
    await expect(row(page, account)).toContainText('李双')

    const edit = await openEdit(page, '李双')
    await expect(department(edit, 1)).toHaveValue(/./)
    await expect(edit.locator('option:checked')).toHaveText(['华东储能', '检修一班', '西部储能', '运行部'])
    // Another organization forgets the department, and one that is removed is not sent.
    await organization(edit, 1).selectOption('华南储能')
    await expect(department(edit, 1)).toHaveValue('')
    await edit.getByRole('button', { name: '移除华东储能' }).click()
    await expect(organization(edit)).toHaveCount(1)
    await saveButton(edit).click()
    await expect(edit).toBeHidden()
    const { userOrgList } = await detail(context, (await stored(context, account))?.id ?? '')
    expect(userOrgList.map(({ orgName, deptId }) => [orgName, deptId])).toEqual([['华南储能', null]])
  })

  test('ACC-3 HOLD-7 of many organizations each is a line, until it is to be changed', async ({
    page,
    context,
  }) => {
    const places = []
    for (let count = 0; count < 21; count += 1) places.push(await addOrganization(context))
    const { id, account } = await addAccount(context, { places: places.map(({ code }) => code) })
    await openList(page, account)
    const asked: string[] = []
    page.on(
      'request',
      (request) => request.url().includes('/dept/page/listByOrgId') && asked.push(request.url()),
    )
    const edit = await openEdit(page, account)
    const [left, changed] = places.map(({ name }) => name)
    await expect(edit.getByText(left ?? '', { exact: true })).toBeVisible()
    await expect(organization(edit)).toHaveCount(0)
    expect(asked, 'departments are read of what is changed').toEqual([])
    await edit.getByRole('button', { name: `修改${changed}`, exact: true }).click()
    await expect(organization(edit)).toBeFocused()
    await expect(organization(edit).locator('option:checked')).toHaveText(changed ?? '')
    await organization(edit).selectOption('华南储能')
    await edit.getByRole('button', { name: `移除${left}`, exact: true }).click()
    await saveButton(edit).click()
    await expect(edit).toBeHidden()
    const { userOrgList } = await detail(context, id)
    const names = userOrgList.map(({ orgName }) => orgName)
    expect(names.toSorted()).toEqual([...places.slice(2).map(({ name }) => name), '华南储能'].toSorted())
  })

  test('ACC-7 ACC-5 LOGIN-3 two presses save once, a password as its hash', async ({ page, visitor }) => {
    const account = unique('pass')
    await openList(page, account)
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    const dialog = await openAdd(page)
    await fillAdd(dialog, account)
    await password(dialog).fill('Plain9Word')
    await saveButton(dialog).evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
      button.form?.requestSubmit()
    })
    await expect(dialog).toBeHidden()
    await expect(row(page, account)).toBeVisible()
    expect(sent.filter((line) => line.includes('/sys/user/page/add'))).toHaveLength(1)
    const whole = sent.join('\n')
    expect(whole).toContain(`"password":"${hash('Plain9Word')}"`)
    expect(whole).not.toContain('Plain9Word')
    await signIn(await visitor(), account, 'Plain9Word')
  })

  test('ACC-2 ACC-5 the dialog keeps the focus, and adding starts empty @long', async ({ page, context }) => {
    const made = await addAccount(context)
    await openList(page, made.account)
    const edit = await openEdit(page, made.name)
    await expect(password(edit), 'editing has no password').toHaveCount(0)
    await page.keyboard.press('Escape')
    const dialog = await openAdd(page)
    for (let step = 0; step < 14; step += 1) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    await organization(dialog).selectOption('华东储能')
    await field(dialog, '姓名').fill('先前')
    await page.mouse.click(20, 400)
    await expect(field(dialog, '姓名')).toHaveValue('先前')
    await page.keyboard.press('Escape')
    await giveUp(page)
    await openAdd(page)
    await expect(field(dialog, '姓名')).toHaveValue('')
    await expect(organization(dialog)).toHaveValue('')
    await page.keyboard.press('Escape')
    await openRoles(page, made.name)
    await page.keyboard.press('Escape')
    await expect(rolesDialog(page)).toBeHidden()
    await expect(rowMenu(page, made.name)).toBeFocused()
  })

  test('ACC-2 an account that is gone says so, and leaves the list', async ({ page, context, expected }) => {
    expected.push(/status of 404/)
    const made = await addAccount(context)
    await openList(page, made.account)
    await tell(context, `/sys/user/page/delete/${made.id}`)
    await editButton(page, made.name).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('alert')).toContainText('此记录已被他人删除。')
    await expect(dialog.getByRole('button', { name: '重试' })).toHaveCount(0)
    await dialog.getByRole('button', { name: '关闭' }).last().click()
    await expect(dialog).toBeHidden()
    await expect(row(page, made.account)).toHaveCount(0)
  })
})

test('LOGIN-8 a locked account is shown, and unlocked', async ({ page, context, visitor }) => {
  await begin(context, 'operator')
  const made = await addAccount(context, { name: '郑锁' })
  const stranger = await visitor()
  const attempt = async (password: string) => (await trySignIn(stranger, made.account, password)).msg
  for (let failure = 0; failure < 5; failure += 1) expect(await attempt('Wrong2026')).toBe('用户名或密码错误')
  expect(await attempt('Secret2026')).toContain('秒后重试')
  await openList(page, made.account)
  const unlock = page.getByRole('button', { name: '解锁郑锁' })
  await unlock.click()
  await confirmButton(page).click()
  await expect(toasts(page)).toContainText('解锁成功')
  await expect(unlock).toBeHidden()
  expect(await attempt('Secret2026')).toBe('')
})

test('ACC-1 ACC-7 a whole account’s life works by keyboard alone @long', async ({ page, context, admin }) => {
  test.slow()
  await begin(context, 'admin')
  const account = unique('keys')
  const tabTo = async (target: Locator) => {
    await expect(target).toBeEnabled()
    for (let step = 0; step < 60; step += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }
  const pressOn = async (target: Locator, key = 'Enter') => {
    await tabTo(target)
    await page.keyboard.press(key)
  }
  const typeIn = async (target: Locator, text: string) => {
    await tabTo(target)
    await page.keyboard.type(text)
  }
  await page.goto(listPath)
  await typeIn(searchBar(page).getByLabel('账号'), account)
  await page.keyboard.press('Enter')
  await expect(nothingFound(page)).toBeVisible()

  await pressOn(addButton(page))
  const dialog = page.getByRole('dialog', { name: '新增账号' })
  await typeIn(organization(dialog), 'Alp')
  await page.keyboard.press('Tab')
  await expect(organization(dialog).locator('option:checked')).toHaveText('Alpine Hydro')
  await typeIn(field(dialog, '姓名'), 'Kay Board')
  await typeIn(field(dialog, '手机号'), '13800138000')
  await typeIn(field(dialog, '账号'), account)
  await typeIn(password(dialog), 'Secret2026')
  await page.keyboard.press('Enter')
  await expect(row(page, account)).toBeVisible()

  await pressOn(editButton(page, 'Kay Board'))
  await tabTo(field(page.getByRole('dialog', { name: '编辑账号' }), '姓名'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Kay')
  await page.keyboard.press('Enter')
  await expect(row(page, account).getByRole('cell', { name: 'Kay', exact: true })).toBeVisible()

  await pressOn(rowMenu(page, 'Kay'))
  await page.keyboard.press('Enter')
  await pressOn(rolesDialog(page).getByRole('checkbox', { name: 'Viewer' }), 'Space')
  await pressOn(saveButton(rolesDialog(page)))
  await expect(toasts(page)).toContainText('角色已保存')

  await pressOn(switchOf(page, 'Kay'), 'Space')
  await pressOn(question(page).getByRole('button', { name: '确定' }))
  await expect(switchOf(page, 'Kay')).not.toBeChecked()
  await pressOn(rowMenu(page, 'Kay'))
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await pressOn(question(page).getByRole('button', { name: '确定' }))
  await expect(nothingFound(page)).toBeVisible()
  await expectNobody(admin, account)
})
