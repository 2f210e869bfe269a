import type { Locator } from 'playwright/test'
import {
  addAccount,
  departmentsOf,
  detail,
  listPath,
  openList,
  organizationIds,
  question,
  roleIds,
  row,
  stored,
  switchOf,
  toasts,
} from './accounts'
import { begin, call, expect, hash, type Page, signIn, test, unique } from './fixtures'
import { captchaAnswer } from './global-setup'

const addDialog = (page: Page) => page.getByRole('dialog', { name: '新增账号' })
const editDialog = (page: Page) => page.getByRole('dialog', { name: '编辑账号' })
const rolesDialog = (page: Page) => page.getByRole('dialog', { name: '编辑角色' })
const addButton = (page: Page) => page.getByRole('button', { name: '新增', exact: true })
const save = (dialog: Locator) => dialog.getByRole('button', { name: '保存' })
const organization = (dialog: Locator, index = 0) =>
  dialog.getByRole('combobox', { name: '组织', exact: true }).nth(index)
const department = (dialog: Locator, index = 0) =>
  dialog.getByRole('combobox', { name: '部门', exact: true }).nth(index)
const field = (dialog: Locator, label: string) => dialog.getByRole('textbox', { name: label, exact: true })
const password = (dialog: Locator) => dialog.getByLabel('密码')
/** The message that a field is tied to. */
const note = async (control: Locator) => {
  const id = await control.getAttribute('aria-describedby')
  return control.page().locator(`[id="${id}"]`)
}

async function openAdd(page: Page): Promise<Locator> {
  await addButton(page).click()
  const dialog = addDialog(page)
  await expect(field(dialog, '姓名')).toBeVisible()
  return dialog
}

async function fillAdd(dialog: Locator, values: { account: string; name?: string; phone?: string }) {
  await organization(dialog).selectOption('华东储能')
  await field(dialog, '姓名').fill(values.name ?? values.account)
  await field(dialog, '手机号').fill(values.phone ?? '13800138000')
  await field(dialog, '账号').fill(values.account)
  await password(dialog).fill('Secret2026')
}

test.describe('adding', () => {
  test('ACC-7 ACC-2 ACC-3 an account in two organizations, each with a department, is there after a reload', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    const account = unique('two')
    await openList(page, account)
    const dialog = await openAdd(page)
    await fillAdd(dialog, { account, name: '李双' })
    await expect(department(dialog)).toBeEnabled()
    await department(dialog).selectOption('检修一班')
    await dialog.getByRole('button', { name: '添加组织' }).click()
    await expect(organization(dialog, 1).getByRole('option', { name: '华东储能' })).toHaveCount(0)
    await organization(dialog, 1).selectOption('西部储能')
    await expect(department(dialog, 1)).toBeEnabled()
    await department(dialog, 1).selectOption('运行部')
    await save(dialog).click()
    await expect(toasts(page)).toContainText('新增成功')
    await expect(dialog).toBeHidden()
    await expect(row(page, account)).toContainText('李双')
    await page.reload()
    await expect(row(page, account)).toContainText('13800138000')
    await expect(switchOf(page, '李双')).toBeChecked()

    await page.getByRole('button', { name: '编辑李双' }).click()
    const edit = editDialog(page)
    await expect(department(edit, 1)).toHaveValue(/./)
    const chosen = edit.locator('option:checked')
    await expect(chosen).toHaveText(['华东储能', '检修一班', '西部储能', '运行部'])
  })

  test('ACC-3 a removed organization is not sent, and another organization forgets the department', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    const account = unique('one')
    await openList(page, account)
    const dialog = await openAdd(page)
    await fillAdd(dialog, { account })
    await dialog.getByRole('button', { name: '添加组织' }).click()
    await organization(dialog, 1).selectOption('西部储能')
    await expect(department(dialog, 1)).toBeEnabled()
    await department(dialog, 1).selectOption('运行部')
    await organization(dialog, 1).selectOption('华南储能')
    await expect(department(dialog, 1)).toHaveValue('')
    await dialog.getByRole('button', { name: '移除华东储能' }).click()
    await expect(organization(dialog)).toHaveCount(1)
    await save(dialog).click()
    await expect(dialog).toBeHidden()
    const made = await stored(context, account)
    const { userOrgList } = await detail(context, made?.id ?? '')
    expect(userOrgList.map(({ orgName, deptId }) => [orgName, deptId])).toEqual([['华南储能', null]])
  })

  test('LOGIN-8 a locked account is shown as that, and an administrator unlocks it', async ({
    page,
    context,
    browser,
    baseURL,
  }) => {
    await begin(context, 'operator')
    const made = await addAccount(context, { name: '郑锁' })
    const stranger = await browser.newContext()
    const attempt = async (password: string) => {
      const key = `${Date.now()}${Math.floor(Math.random() * 1e6)}`
      const headers = { 'x-console': '1' }
      await stranger.request.get(`${baseURL}/api/authorization/captcha?key=${key}`, { headers })
      const body = { username: made.account, code: captchaAnswer, secret: hash(password), key }
      return (await call(stranger, 'POST', '/session/sign-in', body)).msg
    }
    for (let failure = 0; failure < 5; failure += 1) {
      expect(await attempt('Wrong2026')).toBe('用户名或密码错误')
    }
    expect(await attempt('Secret2026')).toContain('秒后重试')
    await openList(page, made.account)
    const unlock = page.getByRole('button', { name: '解锁郑锁' })
    await unlock.click()
    await question(page).getByRole('button', { name: '确定' }).click()
    await expect(toasts(page)).toContainText('解锁成功')
    await expect(unlock).toBeHidden()
    expect(await attempt('Secret2026')).toBe('')
    await stranger.close()
  })

  test('ACC-5 LOGIN-3 a new password leaves the browser only as its hash, and signs in', async ({
    page,
    context,
    browser,
  }) => {
    await begin(context, 'admin')
    const account = unique('pass')
    await openList(page, account)
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    const dialog = await openAdd(page)
    await fillAdd(dialog, { account })
    await password(dialog).fill('Plain9Word')
    await save(dialog).click()
    await expect(dialog).toBeHidden()
    const whole = sent.join('\n')
    expect(whole).toContain(`"password":"${hash('Plain9Word')}"`)
    expect(whole).not.toContain('Plain9Word')
    const other = await browser.newContext({ baseURL: process.env.ATRIUM_URL })
    await signIn(other, account, 'Plain9Word')
    await other.close()
  })

  test('ACC-7 two presses of Save at once make one request', async ({ page, context }) => {
    await begin(context, 'admin')
    const account = unique('once')
    await openList(page, account)
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    const dialog = await openAdd(page)
    await fillAdd(dialog, { account })
    await save(dialog).evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
      button.form?.requestSubmit()
    })
    await expect(dialog).toBeHidden()
    await expect(row(page, account)).toBeVisible()
    expect(sent.filter((url) => url.endsWith('/sys/user/page/add'))).toHaveLength(1)
  })

  test('ACC-7 CALL-4 an account name that is taken is refused in the dialog, and nothing typed is lost', async ({
    page,
    context,
    expected,
  }) => {
    await begin(context, 'admin')
    const made = await addAccount(context)
    expected.push(/status of 409/)
    await openList(page, made.account)
    const dialog = await openAdd(page)
    await fillAdd(dialog, { account: made.account, name: '同名' })
    await save(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText('账号已存在')
    await expect(field(dialog, '姓名')).toHaveValue('同名')
    await expect(field(dialog, '账号')).toHaveValue(made.account)
    await expect(password(dialog)).toHaveValue('Secret2026')
    await expect(dialog.locator('option:checked').first()).toHaveText('华东储能')
    await field(dialog, '账号').fill(`${made.account}b`)
    await save(dialog).click()
    await expect(dialog).toBeHidden()
    await expect(row(page, `${made.account}b`)).toBeVisible()
  })
})

test.describe('the dialog', () => {
  test('ACC-2 Enter saves from a field', async ({ page, context }) => {
    await begin(context, 'admin')
    const account = unique('enter')
    await openList(page, account)
    const dialog = await openAdd(page)
    await fillAdd(dialog, { account })
    await field(dialog, '手机号').press('Enter')
    await expect(dialog).toBeHidden()
    await expect(row(page, account)).toBeVisible()
  })

  test('ACC-2 Escape, Cancel and Close store nothing and give the focus back to the button', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    const made = await addAccount(context)
    await openList(page, made.account)
    const edit = page.getByRole('button', { name: `编辑${made.name}` })
    const roles = page.getByRole('button', { name: `${made.name}的角色` })
    for (const [button, dialog] of [
      [addButton(page), addDialog(page)],
      [edit, editDialog(page)],
    ] as const) {
      for (const leave of ['Escape', '取消', '关闭']) {
        await button.click()
        await field(dialog, '姓名').fill('不保存')
        if (leave === 'Escape') await page.keyboard.press('Escape')
        else await dialog.getByRole('button', { name: leave, exact: true }).click()
        await expect(dialog).toBeHidden()
        await expect(button).toBeFocused()
      }
    }
    await roles.click()
    await expect(rolesDialog(page).getByRole('group', { name: '角色' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rolesDialog(page)).toBeHidden()
    await expect(roles).toBeFocused()
    expect((await stored(context, made.account))?.name).toBe(made.name)
  })

  test('ACC-2 a press beside the dialog throws away nothing', async ({ page, context }) => {
    await begin(context, 'admin')
    await page.goto(listPath)
    const dialog = await openAdd(page)
    await field(dialog, '姓名').fill('还在')
    await page.mouse.click(20, 400)
    await expect(field(dialog, '姓名')).toHaveValue('还在')
  })

  test('ACC-2 the focus stays in the open dialog', async ({ page, context }) => {
    await begin(context, 'admin')
    await page.goto(listPath)
    const dialog = await openAdd(page)
    for (let step = 0; step < 14; step += 1) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
  })

  test('ACC-2 ACC-5 editing has no password, and adding starts empty again', async ({ page, context }) => {
    await begin(context, 'admin')
    const made = await addAccount(context)
    await openList(page, made.account)
    await page.getByRole('button', { name: `编辑${made.name}` }).click()
    await expect(field(editDialog(page), '姓名')).toHaveValue(made.name)
    await expect(field(editDialog(page), '手机号')).toHaveValue(made.phone)
    await expect(field(editDialog(page), '账号')).toHaveValue(made.account)
    await expect(password(editDialog(page))).toHaveCount(0)
    await page.keyboard.press('Escape')
    const dialog = await openAdd(page)
    await field(dialog, '姓名').fill('先前')
    await page.keyboard.press('Escape')
    await openAdd(page)
    await expect(field(dialog, '姓名')).toHaveValue('')
    await expect(organization(dialog)).toHaveValue('')
  })
})

test.describe('the rules of the form', () => {
  const messages = {
    organization: '请选择组织',
    name: '请输入姓名',
    phone: '请输入手机号',
    account: '请输入账号',
    password: '请输入密码',
  }

  test('VALID-2 ACC-3 ACC-4 ACC-5 every required field says so, and the first wrong one has the focus', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    await page.goto(listPath)
    const dialog = await openAdd(page)
    const controls = [
      [organization(dialog), messages.organization],
      [field(dialog, '姓名'), messages.name],
      [field(dialog, '手机号'), messages.phone],
      [field(dialog, '账号'), messages.account],
      [password(dialog), messages.password],
    ] as const
    await save(dialog).click()
    for (const [control, message] of controls) {
      await expect(await note(control)).toHaveText(message)
      await expect(control).toHaveAttribute('aria-invalid', 'true')
    }
    const right = ['华东储能', '李雷', '13800138000', unique('rule'), 'Secret2026']
    for (const [index, [control]] of controls.entries()) {
      await expect(control).toBeFocused()
      if (index === 0) await control.selectOption(right[0] ?? '')
      else await control.fill(right[index] ?? '')
      await expect(control).toHaveAttribute('aria-invalid', 'false')
      // Before the last one: what was right stays, what is wrong is said again.
      if (index < 4) await save(dialog).click()
    }
    await expect(field(dialog, '姓名')).toHaveValue('李雷')
    await save(dialog).click()
    await expect(dialog).toBeHidden()
  })

  test('VALID-2 ACC-3 blanks are no name, and each added organization must be chosen', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    await page.goto(listPath)
    const dialog = await openAdd(page)
    await fillAdd(dialog, { account: unique('blank'), name: '   ' })
    await dialog.getByRole('button', { name: '添加组织' }).click()
    await save(dialog).click()
    await expect(await note(organization(dialog, 1))).toHaveText(messages.organization)
    await expect(organization(dialog, 1)).toBeFocused()
    await expect(await note(field(dialog, '姓名'))).toHaveText(messages.name)
    await expect(dialog).toBeVisible()
  })

  test('ACC-3 ACC-4 ACC-5 name and account hold 50 characters, the phone 11, the password 20', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    await page.goto(listPath)
    const dialog = await openAdd(page)
    for (const [control, longest] of [
      [field(dialog, '姓名'), 50],
      [field(dialog, '账号'), 50],
      [field(dialog, '手机号'), 11],
      [password(dialog), 20],
    ] as const) {
      await control.pressSequentially('1'.repeat(longest + 3))
      await expect(control).toHaveValue('1'.repeat(longest))
    }
  })

  const goodPhones = [
    '13000000000',
    '13800138000',
    '19999999999',
    '50000000',
    '61234567',
    '81234567',
    '99999999',
    '600000',
    '699999',
    '0900000000',
    '0912345678',
  ]
  const badPhones = [
    '12800138000',
    '1380013800',
    '23800138000',
    '41234567',
    '71234567',
    '5123456',
    '512345678',
    '512345',
    '61234',
    '6123456',
    '0812345678',
    '091234567',
    '09123456789',
    '+8613800138',
    '1380013800a',
    ' 13800138000',
  ]

  test('ACC-4 VALID-2 the phone takes the four patterns and nothing beside them', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    await page.goto(listPath)
    const dialog = await openAdd(page)
    await save(dialog).click()
    const phone = field(dialog, '手机号')
    const message = await note(phone)
    for (const bad of badPhones) {
      await phone.fill(bad)
      await expect(message, bad).toHaveText('请输入正确的手机号')
    }
    for (const good of goodPhones) {
      await phone.fill('1')
      await expect(message).toHaveText('请输入正确的手机号')
      await phone.fill(good)
      await expect(message, good).toBeEmpty()
    }
  })

  test('ACC-4 VALID-2 the platform takes the same phones and refuses the same', async ({ context }) => {
    await begin(context, 'admin')
    const { id, account, name } = await addAccount(context)
    const orgId = (await organizationIds(context)).EAST
    const update = (phone: string) =>
      call(context, 'POST', '/sys/user/page/update', {
        ...{ id, account, name, phone },
        userOrgList: [{ orgId, deptId: null }],
      })
    for (const phone of goodPhones) {
      expect((await update(phone)).code, phone).toBe(0)
      expect((await stored(context, account))?.phone).toBe(phone)
    }
    for (const phone of badPhones) {
      const answer = await update(phone)
      expect(answer.code, phone).toBe(400)
      expect(answer.data).toEqual([{ field: 'phone', message: '请输入正确的手机号' }])
    }
    expect((await stored(context, account))?.phone).toBe('0912345678')
  })

  test('ACC-5 the password says its three messages', async ({ page, context }) => {
    await begin(context, 'admin')
    await page.goto(listPath)
    const dialog = await openAdd(page)
    await save(dialog).click()
    const message = await note(password(dialog))
    await expect(message).toHaveText('请输入密码')
    for (const short of ['a', 'a1b2c', '12345']) {
      await password(dialog).fill(short)
      await expect(message, short).toHaveText('密码长度为 6 至 20 位')
    }
    for (const plain of ['abcdef', '123456', '!!!!!!', '密码密码12']) {
      await password(dialog).fill(plain)
      await expect(message, plain).toHaveText('密码必须同时包含字母和数字')
    }
    for (const good of ['abcde1', '1!@#$%^a', `${'a'.repeat(19)}1`]) {
      await password(dialog).fill(good)
      await expect(password(dialog), good).toHaveAttribute('aria-invalid', 'false')
    }
    await password(dialog).fill('')
    await expect(message).toHaveText('请输入密码')
  })

  test('VALID-2 the platform refuses by itself what the form refuses, field by field', async ({
    context,
  }) => {
    await begin(context, 'admin')
    const ids = await organizationIds(context)
    const [elsewhere] = await departmentsOf(context, ids.WEST ?? '')
    const place = { orgId: ids.EAST, deptId: null }
    const right = {
      account: unique('never'),
      name: '不会有',
      phone: '13800138000',
      password: hash('Secret2026'),
      userOrgList: [place],
      usersRoleList: [],
    }
    const wrong: [change: object, field: string, message: string][] = [
      [{ name: '' }, 'name', '请输入姓名'],
      [{ name: '   ' }, 'name', '请输入姓名'],
      [{ name: 'x'.repeat(51) }, 'name', '最多 50 个字符'],
      [{ name: 'a<b' }, 'name', '不能包含特殊字符'],
      [{ account: '' }, 'account', '请输入账号'],
      [{ account: 'x'.repeat(51) }, 'account', '最多 50 个字符'],
      [{ account: 'a；b' }, 'account', '不能包含特殊字符'],
      [{ phone: '' }, 'phone', '请输入手机号'],
      [{ userOrgList: [] }, 'userOrgList', '请选择组织'],
      [{ userOrgList: [place, place] }, 'userOrgList', '同一组织只能选择一次'],
      [{ userOrgList: [{ ...place, deptId: elsewhere?.id }] }, 'userOrgList.0.deptId', '部门不属于该组织'],
      [{ password: 'Secret2026' }, 'password', '密码必须以摘要形式发送'],
    ]
    for (const [change, name, message] of wrong) {
      const answer = await call(context, 'POST', '/sys/user/page/add', { ...right, ...change })
      expect(answer.status, name).toBe(400)
      expect(answer.data, JSON.stringify(change)).toEqual([{ field: name, message }])
    }
    expect(await stored(context, right.account)).toBeUndefined()
  })
})

test.describe('editing', () => {
  test('ACC-7 name, phone, account and organizations changed are there after a reload', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    const made = await addAccount(context)
    await openList(page, made.account)
    await page.getByRole('button', { name: `编辑${made.name}` }).click()
    const dialog = editDialog(page)
    await field(dialog, '姓名').fill('韩梅梅')
    await field(dialog, '手机号').fill('612345')
    await field(dialog, '账号').fill(`${made.account}-2`)
    await organization(dialog).selectOption('西部储能')
    await save(dialog).click()
    await expect(toasts(page)).toContainText('编辑成功')
    await page.reload()
    await expect(row(page, `${made.account}-2`)).toContainText('韩梅梅')
    await expect(row(page, `${made.account}-2`)).toContainText('612345')
    const { userOrgList } = await detail(context, made.id)
    expect(userOrgList.map(({ orgName }) => orgName)).toEqual(['西部储能'])
  })

  test('ACC-7 an edit keeps the roles, and an organization taken away takes its roles along', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    const made = await addAccount(context, { places: ['EAST', 'WEST'], roles: ['只读查看'] })
    const ids = await organizationIds(context)
    const west = await roleIds(context, ids.WEST ?? '')
    const given = { orgId: ids.WEST, userId: made.id, usersRoleList: [west.储能工程师] }
    expect((await call(context, 'POST', '/sys/user/page/usersRoles/update', given)).code).toBe(0)
    const before = (await detail(context, made.id)).usersRoleList
    expect(before).toHaveLength(2)

    await openList(page, made.account)
    const edit = page.getByRole('button', { name: `编辑${made.name}` })
    const dialog = editDialog(page)
    await edit.click()
    await field(dialog, '手机号').fill('13911113333')
    await save(dialog).click()
    await expect(dialog).toBeHidden()
    expect((await detail(context, made.id)).usersRoleList).toEqual(before)

    await edit.click()
    await dialog.getByRole('button', { name: '移除华东储能' }).click()
    await save(dialog).click()
    await expect(dialog).toBeHidden()
    const after = await detail(context, made.id)
    expect(after.userOrgList.map(({ orgName }) => orgName)).toEqual(['西部储能'])
    expect(after.usersRoleList).toEqual([west.储能工程师])
  })

  test('ACC-2 an account that is gone meanwhile says so in the dialog, with a retry', async ({
    page,
    context,
    expected,
  }) => {
    await begin(context, 'admin')
    const made = await addAccount(context)
    await openList(page, made.account)
    expect((await call(context, 'POST', `/sys/user/page/delete/${made.id}`)).code).toBe(0)
    expected.push(/status of 404/)
    await page.getByRole('button', { name: `编辑${made.name}` }).click()
    await expect(editDialog(page).getByRole('alert')).toContainText('记录不存在')
    await expect(editDialog(page).getByRole('button', { name: '重试' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(editDialog(page)).toBeHidden()
  })
})

test.describe('roles', () => {
  const roleBox = (dialog: Locator, name: string) => dialog.getByRole('checkbox', { name, exact: true })
  /** All roles of the demo are the organization's own, hence in the one box without a department. */
  const departmentBox = (dialog: Locator) => roleBox(dialog, '未指定部门')

  test('ACC-6 ACC-7 mode 4 shows the roles held in one organization, and switching loads the other’s', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    const made = await addAccount(context, { places: ['EAST', 'WEST'], roles: ['只读查看'] })
    await openList(page, made.account)
    const open = page.getByRole('button', { name: `${made.name}的角色` })
    await open.click()
    const dialog = rolesDialog(page)
    for (const label of ['姓名', '手机号', '账号']) await expect(field(dialog, label)).toBeDisabled()
    await expect(field(dialog, '账号')).toHaveValue(made.account)
    await expect(dialog.locator('option:checked')).toHaveText('华东储能')
    await expect(roleBox(dialog, '只读查看')).toBeChecked()
    await expect(roleBox(dialog, '组织管理员')).not.toBeChecked()
    await expect(departmentBox(dialog)).toBeChecked({ indeterminate: true })
    await expect(dialog.getByText('已选 1 个')).toBeVisible()

    await organization(dialog).selectOption('西部储能')
    await expect(dialog.getByText('未选择')).toBeVisible()
    await expect(roleBox(dialog, '只读查看')).not.toBeChecked()
    await expect(departmentBox(dialog)).not.toBeChecked()
    await save(dialog).click()
    await expect(dialog.getByRole('alert')).toHaveText('请至少选择一个角色')
    await expect(dialog).toBeVisible()

    await roleBox(dialog, '储能工程师').check()
    await roleBox(dialog, '现场人员').check()
    await save(dialog).click()
    await expect(toasts(page)).toContainText('角色已保存')
    await page.reload()
    await open.click()
    await expect(roleBox(dialog, '只读查看')).toBeChecked()
    await organization(dialog).selectOption('西部储能')
    await expect(dialog.getByText('已选 2 个')).toBeVisible()
    await expect(roleBox(dialog, '储能工程师')).toBeChecked()
    await expect(roleBox(dialog, '现场人员')).toBeChecked()
  })

  test('ACC-6 the box of a department stands for all its roles, and for some it is half checked', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    const made = await addAccount(context)
    await openList(page, made.account)
    await page.getByRole('button', { name: `${made.name}的角色` }).click()
    const dialog = rolesDialog(page)
    const names = ['组织管理员', '只读查看', '储能工程师', '现场人员']
    await departmentBox(dialog).check()
    for (const name of names) await expect(roleBox(dialog, name)).toBeChecked()
    await expect(departmentBox(dialog)).toBeChecked({ checked: true })
    await roleBox(dialog, '组织管理员').uncheck()
    await expect(departmentBox(dialog)).toBeChecked({ indeterminate: true })
    await expect(dialog.getByText('已选 3 个')).toBeVisible()
    await departmentBox(dialog).click()
    await expect(dialog.getByText('已选 4 个')).toBeVisible()
    await departmentBox(dialog).uncheck()
    for (const name of names) await expect(roleBox(dialog, name)).not.toBeChecked()
  })

  test('ACC-6 a search narrows the roles, and what is chosen outside it stays chosen', async ({
    page,
    context,
  }) => {
    await begin(context, 'admin')
    const made = await addAccount(context, { roles: ['只读查看'] })
    await openList(page, made.account)
    await page.getByRole('button', { name: `${made.name}的角色` }).click()
    const dialog = rolesDialog(page)
    const find = dialog.getByRole('textbox', { name: '查找角色' })
    await find.fill('工程')
    await expect(roleBox(dialog, '储能工程师')).toBeVisible()
    await expect(roleBox(dialog, '只读查看')).toHaveCount(0)
    await departmentBox(dialog).check()
    await find.press('Enter')
    await expect(dialog, 'Enter in the search saves nothing').toBeVisible()
    await find.fill('没有这个')
    await expect(dialog.getByText('没有匹配的角色')).toBeVisible()
    await find.fill('')
    await expect(roleBox(dialog, '只读查看')).toBeChecked()
    await expect(roleBox(dialog, '储能工程师')).toBeChecked()
    await expect(roleBox(dialog, '现场人员')).not.toBeChecked()
    await save(dialog).click()
    await expect(dialog).toBeHidden()
    expect((await detail(context, made.id)).usersRoleList).toHaveLength(2)
  })

  test('ACC-6 PERM-1 a role that holds more than the giver has is refused in the dialog', async ({
    page,
    context,
    expected,
  }) => {
    await begin(context, 'operator')
    const made = await addAccount(context, { roles: ['只读查看'] })
    expected.push(/status of 403/)
    await openList(page, made.account)
    await page.getByRole('button', { name: `${made.name}的角色` }).click()
    const dialog = rolesDialog(page)
    await roleBox(dialog, '现场人员').check()
    await save(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText('不能授予角色“现场人员”')
    await expect(roleBox(dialog, '现场人员')).toBeChecked()
    expect((await detail(context, made.id)).usersRoleList).toHaveLength(1)
  })

  test('VALID-2 ACC-6 the platform asks for a role and for a membership too', async ({ context }) => {
    await begin(context, 'admin')
    const made = await addAccount(context)
    const ids = await organizationIds(context)
    const east = await roleIds(context, ids.EAST ?? '')
    const west = await roleIds(context, ids.WEST ?? '')
    const update = (orgId: string | undefined, roles: (string | undefined)[]) =>
      call(context, 'POST', '/sys/user/page/usersRoles/update', {
        orgId,
        userId: made.id,
        usersRoleList: roles,
      })
    expect((await update(ids.EAST, [])).data).toEqual([
      { field: 'usersRoleList', message: '请至少选择一个角色' },
    ])
    expect((await update(ids.EAST, [west.只读查看])).code).toBe(400)
    expect((await update(ids.WEST, [west.只读查看])).code).toBe(400)
    expect((await update(ids.EAST, [east.只读查看])).code).toBe(0)
  })
})

test('ACC-1 ACC-7 a whole account’s life works by keyboard alone', async ({ page, context }) => {
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
  await page.goto(listPath)
  await tabTo(page.getByRole('search').getByLabel('账号'))
  await page.keyboard.type(account)
  await page.keyboard.press('Enter')
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()

  await tabTo(addButton(page))
  await page.keyboard.press('Enter')
  const dialog = addDialog(page)
  await tabTo(organization(dialog))
  await page.keyboard.type('Alp')
  await page.keyboard.press('Tab')
  await expect(organization(dialog).locator('option:checked')).toHaveText('Alpine Hydro')
  await tabTo(field(dialog, '姓名'))
  await page.keyboard.type('Kay Board')
  await tabTo(field(dialog, '手机号'))
  await page.keyboard.type('13800138000')
  await tabTo(field(dialog, '账号'))
  await page.keyboard.type(account)
  await tabTo(password(dialog))
  await page.keyboard.type('Secret2026')
  await page.keyboard.press('Enter')
  await expect(row(page, account)).toBeVisible()

  await tabTo(page.getByRole('button', { name: '编辑Kay Board' }))
  await page.keyboard.press('Enter')
  await tabTo(field(editDialog(page), '姓名'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Kay')
  await page.keyboard.press('Enter')
  await expect(row(page, account).getByRole('cell', { name: 'Kay', exact: true })).toBeVisible()

  await tabTo(page.getByRole('button', { name: 'Kay的角色' }))
  await page.keyboard.press('Enter')
  await tabTo(rolesDialog(page).getByRole('checkbox', { name: 'Viewer' }))
  await page.keyboard.press('Space')
  await tabTo(save(rolesDialog(page)))
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('角色已保存')

  await tabTo(switchOf(page, 'Kay'))
  await page.keyboard.press('Space')
  await tabTo(question(page).getByRole('button', { name: '确定' }))
  await page.keyboard.press('Enter')
  await expect(switchOf(page, 'Kay')).not.toBeChecked()

  await tabTo(page.getByRole('button', { name: '删除Kay' }))
  await page.keyboard.press('Enter')
  await tabTo(question(page).getByRole('button', { name: '确定' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
  expect(await stored(context, account)).toBeUndefined()
})
