import type { Locator } from 'playwright/test'
import {
  addAccount,
  addAccounts,
  detail,
  listPath,
  openList,
  question,
  row,
  rows,
  stored,
  switchOf,
  table,
  toasts,
} from './accounts'
import { begin, call, expect, type Page, unique } from './fixtures'
import { test } from './troubled-stack'

// One platform, whose troubles each test makes for itself.
test.describe.configure({ mode: 'default' })
test.beforeEach(({ expected }) => {
  expected.push(/status of 50[24]/)
})
test.afterEach(({ troubled }) => troubled.door.clear())

const everything = /./
const listCall = /\/sys\/user\/page\/list\?/
const nonsense = {
  'HTTP 500': { status: 500, type: 'application/json', body: '{"code":500,"msg":"boom","data":null}' },
  'a page of HTML': { status: 200, type: 'text/html', body: '<html><script>alert(1)</script></html>' },
  'broken JSON': { status: 200, type: 'application/json', body: '{"code":0,"data":{"content":[{"id"' },
  'another shape': { status: 200, type: 'application/json', body: '{"code":0,"msg":"","data":{"rows":[]}}' },
  'a redirect': { status: 302, type: 'text/plain', body: 'moved' },
} as const

const search = (page: Page) => page.getByRole('button', { name: '查询' })
const searchField = (page: Page) => page.getByRole('search').getByLabel('账号')
/** What stands in the place of the rows. */
const failed = (page: Page) => page.getByRole('main').getByRole('alert')
const retry = (page: Page) => failed(page).getByRole('button', { name: '重试' })
const addButton = (page: Page) => page.getByRole('button', { name: '新增', exact: true })
const addDialog = (page: Page) => page.getByRole('dialog', { name: '新增账号' })
const field = (dialog: Locator, label: string) => dialog.getByRole('textbox', { name: label, exact: true })
const save = (dialog: Locator) => dialog.getByRole('button', { name: '保存' })

async function fillAdd(page: Page, account: string): Promise<Locator> {
  await addButton(page).click()
  const dialog = addDialog(page)
  await dialog.getByRole('combobox', { name: '组织', exact: true }).selectOption('华东储能')
  await expect(dialog.getByRole('combobox', { name: '部门', exact: true })).toBeEnabled()
  await field(dialog, '姓名').fill('小心')
  await field(dialog, '手机号').fill('13800138000')
  await field(dialog, '账号').fill(account)
  await dialog.getByLabel('密码').fill('Secret2026')
  return dialog
}

async function isStillTyped(dialog: Locator, account: string): Promise<void> {
  await expect(field(dialog, '姓名')).toHaveValue('小心')
  await expect(field(dialog, '手机号')).toHaveValue('13800138000')
  await expect(field(dialog, '账号')).toHaveValue(account)
  await expect(dialog.getByLabel('密码')).toHaveValue('Secret2026')
  await expect(dialog.locator('option:checked').first()).toHaveText('华东储能')
}

test.describe('a list', () => {
  test('LIST-11 CALL-3 a list that is too slow says so inline, without a toast, and can be tried again', async ({
    page,
    context,
    troubled: { door },
  }) => {
    await begin(context, 'admin')
    const made = await addAccount(context)
    door.trouble(listCall, 'silent')
    await page.goto(`${listPath}?account=${made.account}`)
    await expect(failed(page)).toContainText('列表加载失败')
    await expect(failed(page)).toContainText('请求超时。')
    await expect(toasts(page).getByRole('alert')).toHaveCount(0)
    await expect(searchField(page)).toHaveValue(made.account)
    await retry(page).click()
    await expect(retry(page)).toBeDisabled()
    await expect(retry(page)).toBeEnabled()
    door.clear()
    await retry(page).click()
    await expect(row(page, made.account)).toBeVisible()
    await expect(page).toHaveURL(`${listPath}?account=${made.account}`)
    await expect(toasts(page).getByRole('alert')).toHaveCount(0)
  })

  test('LIST-11 a failed search says so in a toast as well, and keeps the search', async ({
    page,
    context,
    troubled: { door },
  }) => {
    await begin(context, 'admin')
    const made = await addAccount(context)
    await page.goto(listPath)
    await expect(rows(page)).toHaveCount(10)
    door.trouble(listCall, 'silent')
    await searchField(page).fill(made.account)
    await search(page).click()
    await expect(toasts(page).getByRole('alert')).toHaveText('请求超时。')
    await expect(failed(page)).toContainText('列表加载失败')
    await expect(searchField(page)).toHaveValue(made.account)
    await expect(page).toHaveURL(`${listPath}?account=${made.account}`)
    door.clear()
    await retry(page).click()
    await expect(row(page, made.account)).toBeVisible()
  })

  test('LIST-11 a page, a size and a reload that fail make no toast', async ({
    page,
    context,
    troubled: { door },
  }) => {
    await begin(context, 'admin')
    const prefix = await addAccounts(context, 11)
    await openList(page, prefix)
    const second = page.getByRole('navigation', { name: '分页' }).getByRole('link', { name: '第 2 页' })
    door.trouble(listCall, nonsense['HTTP 500'])
    await second.click()
    await expect(failed(page)).toContainText('系统错误。')
    await expect(toasts(page).getByRole('alert')).toHaveCount(0)
    await page.reload()
    await expect(failed(page)).toContainText('系统错误。')
    await expect(toasts(page).getByRole('alert')).toHaveCount(0)
    door.clear()
    await retry(page).click()
    await expect(row(page, `${prefix}01`)).toBeVisible()
    await expect(page).toHaveURL(`${listPath}?account=${prefix}&page=2`)
  })

  for (const [name, answer] of Object.entries(nonsense)) {
    test(`LIST-11 CALL-3 ${name} instead of a list is a system error with a retry, and signs nobody out`, async ({
      page,
      context,
      troubled: { door },
    }) => {
      await begin(context, 'admin')
      door.trouble(listCall, answer)
      await page.goto(listPath)
      await expect(failed(page)).toContainText('系统错误。')
      await expect(page.getByText('boom')).toHaveCount(0)
      door.clear()
      await retry(page).click()
      await expect(rows(page)).toHaveCount(10)
    })
  }

  test('LIST-11 CALL-4 a list that the platform refuses says the platform’s own message', async ({
    page,
    context,
    troubled: { door },
  }) => {
    await begin(context, 'admin')
    const refusal = { code: 409, msg: '数据正在迁移', data: null }
    door.trouble(listCall, { status: 409, type: 'application/json', body: JSON.stringify(refusal) })
    await page.goto(listPath)
    await expect(failed(page)).toContainText('数据正在迁移')
    door.clear()
    await retry(page).click()
    await expect(rows(page)).toHaveCount(10)
  })

  test('LIST-7 while a list is read again the rows stay, marked as busy', async ({
    page,
    context,
    troubled: { door },
  }) => {
    await begin(context, 'admin')
    await page.goto(listPath)
    await expect(rows(page)).toHaveCount(10)
    door.trouble(listCall, { after: 1500 })
    await page.getByLabel('每页条数').selectOption('20')
    await expect(table(page).getByRole('table')).toHaveAttribute('aria-busy', 'true')
    await expect(rows(page)).toHaveCount(10)
    await expect(rows(page)).toHaveCount(20)
    await expect(table(page).getByRole('table')).toHaveAttribute('aria-busy', 'false')
    await searchField(page).fill('a')
    await searchField(page).press('Enter')
    await expect(table(page).getByRole('table')).toHaveAttribute('aria-busy', 'true')
    await page.keyboard.type('b')
    await expect(page).toHaveURL(`${listPath}?account=a&size=20`)
    await expect(searchField(page), 'the focus stays where the person types').toBeFocused()
  })

  test('LIST-7 of two searches the later one stands, even when the earlier one is answered last', async ({
    page,
    context,
    troubled: { door },
  }) => {
    await begin(context, 'admin')
    const slow = await addAccount(context)
    const quick = await addAccount(context)
    await page.goto(listPath)
    door.trouble(new RegExp(`account=${slow.account}`), { after: 1000 })
    await searchField(page).fill(slow.account)
    await search(page).click()
    await searchField(page).fill(quick.account)
    await search(page).click()
    await expect(row(page, quick.account)).toBeVisible()
    await expect.poll(() => door.asked(new RegExp(`account=${slow.account}`))).toBeGreaterThan(0)
    await expect(page).toHaveURL(`${listPath}?account=${quick.account}`)
    await expect(row(page, slow.account)).toHaveCount(0)
    await expect(searchField(page)).toHaveValue(quick.account)
  })

  test('LIST-2 empty cells show two hyphens', async ({ page, context, troubled: { door } }) => {
    await begin(context, 'admin')
    const made = await addAccount(context)
    for (const missing of ['null', '""']) {
      door.trouble(listCall, {
        rewrite: (text) => text.replace(/"(name|phone)":"[^"]*"/g, `"$1":${missing}`),
      })
      await openList(page, made.account)
      const cells = row(page, made.account).getByRole('cell')
      await expect(cells.nth(1)).toHaveText('--')
      await expect(cells.nth(2)).toHaveText('--')
      await expect(switchOf(page, made.account)).toBeVisible()
    }
  })

  test.describe('in English', () => {
    test.use({ language: 'en' })
    test('CALL-3 the time-out and system error texts are those of the specification', async ({
      page,
      context,
      troubled: { door },
    }) => {
      await begin(context, 'admin')
      door.trouble(listCall, 'silent')
      await page.goto(listPath)
      await expect(failed(page)).toContainText('Request timed out.')
      door.trouble(listCall, nonsense['HTTP 500'])
      await failed(page).getByRole('button', { name: 'Try again' }).click()
      await expect(failed(page)).toContainText('System error.')
    })
  })
})

test.describe('a platform that is away', () => {
  test('CALL-3 EDGE-8 a stopped platform shows a state with a retry, signs nobody out, and goes on when it is back', async ({
    page,
    context,
    troubled: { platform },
    expected,
  }) => {
    test.slow()
    expected.push(/status of 503/)
    await begin(context, 'operator')
    const made = await addAccount(context)
    await openList(page, made.account)
    const account = unique('down')
    const dialog = await fillAdd(page, account)
    await platform.stop()
    try {
      await save(dialog).click()
      await expect(dialog.getByRole('alert')).toContainText('系统错误。')
      await isStillTyped(dialog, account)
      const reloaded = await context.newPage()
      await reloaded.goto(page.url())
      await expect(reloaded.getByRole('alert').filter({ hasText: '平台没有响应' })).toBeVisible()
      await expect(reloaded).toHaveURL(`${listPath}?account=${made.account}`)
      expect((await context.cookies()).some(({ name }) => name === 'access_token')).toBe(true)
      await platform.start()
      await reloaded.getByRole('button', { name: '重试' }).click()
      await expect(row(reloaded, made.account)).toBeVisible()
    } finally {
      await platform.start().catch(() => {})
    }
    await save(dialog).click()
    await expect(toasts(page)).toContainText('新增成功')
    expect(await stored(context, account)).toBeDefined()
  })

  test('CALL-3 LIST-11 a search while the platform is away shows a state with a retry, never an empty page', async ({
    page,
    context,
    troubled: { door },
  }) => {
    await begin(context, 'operator')
    const made = await addAccount(context)
    await page.goto(listPath)
    await expect(rows(page)).toHaveCount(10)
    door.trouble(everything, 'silent')
    await searchField(page).fill(made.account)
    await search(page).click()
    await expect(page.getByRole('alert').getByRole('button', { name: '重试' })).toBeVisible()
    await expect(page).toHaveURL(`${listPath}?account=${made.account}`)
    door.clear()
    await page.getByRole('alert').getByRole('button', { name: '重试' }).click()
    await expect(row(page, made.account)).toBeVisible()
    await expect(searchField(page)).toHaveValue(made.account)
  })

  for (const path of ['/auth/info', '/sys/system/permission/mainMenu']) {
    test(`CALL-3 a fault of ${path} alone shows a state with a retry and signs nobody out`, async ({
      page,
      context,
      troubled: { door },
    }) => {
      await begin(context, 'operator')
      for (const answer of [nonsense['HTTP 500'], nonsense['a page of HTML'], 'silent'] as const) {
        door.trouble(new RegExp(path), answer)
        await page.goto(listPath)
        await expect(page.getByRole('alert').filter({ hasText: '平台没有响应' })).toBeVisible()
        door.clear()
        await page.getByRole('button', { name: '重试' }).click()
        await expect(rows(page)).toHaveCount(10)
      }
    })
  }
})

test.describe('a dialog', () => {
  test('CALL-3 a save that takes too long says so in the dialog, loses nothing typed and can be sent again', async ({
    page,
    context,
    troubled: { door },
  }) => {
    await begin(context, 'admin')
    const account = unique('late')
    await openList(page, account)
    const dialog = await fillAdd(page, account)
    door.trouble(/\/sys\/user\/page\/add/, 'silent')
    await save(dialog).click()
    await expect(save(dialog)).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('alert')).toContainText('请求超时。')
    await isStillTyped(dialog, account)
    expect(door.asked(/\/sys\/user\/page\/add/), 'a write is sent once').toBe(1)
    door.clear()
    await save(dialog).click()
    await expect(dialog).toBeHidden()
    await expect(row(page, account)).toBeVisible()
  })

  for (const name of ['HTTP 500', 'a page of HTML', 'broken JSON'] as const) {
    test(`CALL-3 a save answered with ${name} is a system error in the dialog, and nothing typed is lost`, async ({
      page,
      context,
      troubled: { door },
    }) => {
      await begin(context, 'admin')
      const account = unique('odd')
      await openList(page, account)
      const dialog = await fillAdd(page, account)
      door.trouble(/\/sys\/user\/page\/add/, nonsense[name])
      await save(dialog).click()
      await expect(dialog.getByRole('alert')).toContainText('系统错误。')
      await isStillTyped(dialog, account)
      door.clear()
      await save(dialog).click()
      await expect(dialog).toBeHidden()
      await expect(row(page, account)).toBeVisible()
    })
  }

  test('ACC-2 CALL-3 a dialog that cannot be filled says why, with a retry', async ({
    page,
    context,
    troubled: { door },
  }) => {
    await begin(context, 'admin')
    const made = await addAccount(context, { roles: ['只读查看'] })
    await openList(page, made.account)
    for (const [button, title, shown] of [
      [`编辑${made.name}`, '编辑账号', '组织'],
      [`${made.name}的角色`, '编辑角色', '组织'],
    ] as const) {
      door.trouble(/\/sys\/user\/page\/(detail|listRole)/, 'silent')
      await page.getByRole('button', { name: button }).click()
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog.getByRole('status', { name: '加载中' })).toBeVisible()
      await expect(dialog.getByRole('alert')).toContainText('请求超时。')
      door.clear()
      await dialog.getByRole('button', { name: '重试' }).click()
      await expect(dialog.getByRole('combobox', { name: shown, exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: button })).toBeFocused()
    }
  })

  test('ACC-3 departments that cannot be read say so, with a retry, and the chosen one stays', async ({
    page,
    context,
    troubled: { door },
  }) => {
    await begin(context, 'admin')
    const made = await addAccount(context)
    await openList(page, made.account)
    const open = page.getByRole('button', { name: `编辑${made.name}` })
    const dialog = page.getByRole('dialog', { name: '编辑账号' })
    const department = dialog.getByRole('combobox', { name: '部门', exact: true })
    await open.click()
    await expect(department).toBeEnabled()
    await department.selectOption('运行部')
    await save(dialog).click()
    await expect(dialog).toBeHidden()
    door.trouble(/\/sys\/dept\/page\/listByOrgId/, nonsense['HTTP 500'])
    await open.click()
    await expect(dialog.getByText('系统错误。')).toBeVisible()
    await expect(department).toBeDisabled()
    await expect(department.locator('option:checked')).toHaveText('运行部')
    await field(dialog, '姓名').fill('改名')
    await save(dialog).click()
    await expect(dialog).toBeHidden()
    expect((await detail(context, made.id)).userOrgList.map(({ deptName }) => deptName)).toEqual(['运行部'])
    await page.getByRole('button', { name: '编辑改名' }).click()
    await expect(dialog.getByText('系统错误。')).toBeVisible()
    door.clear()
    await dialog.getByRole('button', { name: '重试' }).click()
    await expect(department).toBeEnabled()
    await expect(department.locator('option:checked')).toHaveText('运行部')
  })

  test('ACC-6 while another organization’s roles load nothing can be saved, and a failure goes back', async ({
    page,
    context,
    troubled: { door },
  }) => {
    await begin(context, 'admin')
    const made = await addAccount(context, { places: ['EAST', 'WEST'], roles: ['只读查看'] })
    await openList(page, made.account)
    await page.getByRole('button', { name: `${made.name}的角色` }).click()
    const dialog = page.getByRole('dialog', { name: '编辑角色' })
    const organization = dialog.getByRole('combobox', { name: '组织', exact: true })
    await dialog.getByRole('checkbox', { name: '储能工程师' }).check()
    door.trouble(/\/sys\/user\/page\/listRole/, { after: 800 })
    await organization.selectOption('西部储能')
    await expect(dialog.getByRole('group', { name: '角色' })).toHaveCount(0)
    await expect(save(dialog)).toBeDisabled()
    await expect(dialog.getByText('未选择')).toBeVisible()
    await expect(save(dialog)).toBeEnabled()

    door.trouble(/\/sys\/user\/page\/listRole/, 'silent')
    await organization.selectOption('华东储能')
    await expect(toasts(page).getByRole('alert')).toHaveText('请求超时。')
    await expect(organization.locator('option:checked')).toHaveText('西部储能')
    await expect(dialog.getByText('未选择')).toBeVisible()
  })
})

test('LIST-9 CALL-3 a switch that the platform does not answer stays as it is, and says why', async ({
  page,
  context,
  troubled: { door },
}) => {
  await begin(context, 'admin')
  const made = await addAccount(context)
  await openList(page, made.account)
  door.trouble(/\/sys\/user\/page\/updateEnable/, 'silent')
  await switchOf(page, made.name).click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(toasts(page).getByRole('alert')).toHaveText('请求超时。')
  await expect(question(page)).toBeHidden()
  await expect(switchOf(page, made.name)).toBeChecked()
  expect(door.asked(/updateEnable/), 'a write is sent once').toBe(1)
  door.clear()
  await switchOf(page, made.name).click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(switchOf(page, made.name)).not.toBeChecked()
})

test('LIST-11 LIST-8 a delete that went through is not shown as failed when the list then fails', async ({
  page,
  context,
  troubled: { door },
}) => {
  await begin(context, 'admin')
  const made = await addAccount(context)
  await openList(page, made.account)
  door.trouble(listCall, nonsense['HTTP 500'])
  await page.getByRole('button', { name: `删除${made.name}` }).click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(toasts(page).getByRole('status')).toHaveText('删除成功')
  await expect(failed(page)).toContainText('列表加载失败')
  await expect(toasts(page).getByRole('alert')).toHaveCount(0)
  door.clear()
  await retry(page).click()
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
  expect((await call(context, 'GET', `/sys/user/page/detail/${made.id}`)).status).toBe(404)
})

test('ME-2 a save whose refresh fails says why; what was saved is saved', async ({
  page,
  context,
  troubled: { door },
}) => {
  await begin(context, 'admin')
  await page.goto('/user/index')
  const edit = page.getByRole('button', { name: '修改显示名称' })
  await edit.click()
  const name = unique('改名')
  await page.getByRole('textbox', { name: '显示名称' }).fill(name)
  door.trouble(/\/auth\/info/, nonsense['HTTP 500'])
  await page.getByRole('textbox', { name: '显示名称' }).press('Enter')
  await expect(toasts(page).getByRole('status')).toHaveText('修改成功')
  await expect(toasts(page).getByRole('alert')).toHaveText('系统错误。')
  await expect(page.getByRole('form')).toBeHidden()
  door.clear()
  // A save that fails keeps what was typed.
  door.trouble(/updateUserInfo/, nonsense['HTTP 500'])
  await edit.click()
  await page.getByRole('textbox', { name: '显示名称' }).fill('未保存')
  await page.getByRole('textbox', { name: '显示名称' }).press('Enter')
  await expect(page.getByRole('form').getByRole('alert')).toHaveText('系统错误。')
  await expect(page.getByRole('textbox', { name: '显示名称' })).toHaveValue('未保存')
  door.clear()
  await page.reload()
  await expect(page.getByRole('definition').filter({ hasText: name })).toBeVisible()
})

test('SHELL-8 SHELL-2 font size and a closed menu come from the system’s settings, nonsense in them from nowhere', async ({
  page,
  context,
  troubled,
}) => {
  const settings = (setting: object) =>
    troubled.door.trouble(/\/sys\/user\/app\/list/, {
      rewrite: (text) => {
        const envelope = JSON.parse(text) as { data: object[] }
        return JSON.stringify({ ...envelope, data: envelope.data.map((system) => ({ ...system, setting })) })
      },
    })
  settings({ themeCode: '12', fontSize: 14, sideCollapse: true, layout: 'mix' })
  await begin(context, 'operator')
  await page.goto('/home')
  await expect(page.locator('html')).toHaveAttribute('data-theme', '12')
  await expect(page.locator('body')).toHaveCSS('font-size', '14px')
  await expect(page.getByTestId('side-menu')).toHaveCSS('width', '50px')
  settings({ themeCode: '99', fontSize: 'huge', sideCollapse: 'no' })
  await begin(context, 'operator')
  await page.goto('/home')
  await expect(page.locator('html')).toHaveAttribute('data-theme', '01')
  await expect(page.locator('body')).toHaveCSS('font-size', '12px')
  await expect(page.getByTestId('side-menu')).toHaveCSS('width', '200px')
})
