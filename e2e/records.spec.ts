import type { BrowserContext } from 'playwright/test'
import { addAccount, detail, toasts } from './accounts'
import { begin, call, expect, hash, logInByHand, type Page, signIn, unique } from './fixtures'
import {
  addButton,
  addDepartment,
  beginWorker,
  found,
  lists,
  nothingFound,
  openListAt,
  resetButton,
  rowOf,
  rowsOf,
  searchButton,
  tableOf,
} from './lists'
import { addPerson, test } from './people'

const field = (page: Page, label: string) => page.getByRole('search').getByLabel(label, { exact: true })
/** The label of a choice holds its options too. */
const choice = (page: Page, label: string) => page.getByRole('search').getByLabel(label)
const manage = ['account', 'department'].flatMap((page) =>
  ['search', 'detail', 'add', 'update', 'delete', 'updateEnable'].map((action) => `uia.${page}.${action}`),
)
const wrongPassword = 'Wrong2026'

/** A sign-in that fails for its password. */
async function failToSignIn(context: BrowserContext, username: string): Promise<void> {
  await expect(signIn(context, username, wrongPassword)).rejects.toThrow()
}

interface Operation {
  menuName: string
  opType: string
  status: number
  createTime: string
  requestIp: string
  changes: { field: string; before: unknown; after: unknown }[] | null
}
const operations = (admin: BrowserContext, username: string) =>
  found<Operation>(admin, lists.operation, username)

test.describe('online users', () => {
  const list = lists.online

  test('ONLINE-1 a person who signs in is there with address and time, and leaves the list by signing out', async ({
    page,
    context,
    admin,
    browser,
  }) => {
    await begin(context, 'admin')
    const person = await addPerson(admin, { EAST: 'viewer' })
    await openListAt(page, list, person.account)
    await expect(nothingFound(page)).toBeVisible()
    const other = await browser.newContext({ baseURL: process.env.ATRIUM_URL })
    const before = Date.now()
    await signIn(other, person.account)
    await page.reload()
    await expect(page.getByRole('columnheader')).toHaveText(['用户名', '主机', '登录时间'])
    const cells = rowOf(page, list, person.account).getByRole('cell')
    await expect(cells.nth(1)).toHaveText('127.0.0.1')
    const time = await cells.nth(2).locator('time').getAttribute('datetime')
    expect(Date.parse(time ?? '')).toBeGreaterThanOrEqual(before - 1000)
    expect(Date.parse(time ?? '')).toBeLessThanOrEqual(Date.now() + 1000)
    await expect(cells.nth(2)).toHaveText(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}$/)
    const theirs = await other.newPage()
    await theirs.goto('/selectSystem')
    await expect(theirs.getByText('华东储能').first()).toBeVisible()
    expect((await call(other, 'POST', '/session/sign-out', {})).code).toBe(0)
    await page.reload()
    await expect(nothingFound(page)).toBeVisible()
    await other.close()
  })

  test('ONLINE-1 one filter finds the user name or the host, and the list is read only', async ({
    page,
    context,
    admin,
    browser,
  }) => {
    await begin(context, 'admin')
    const person = await addPerson(admin, { EAST: 'viewer' })
    const browsers = [await browser.newContext(), await browser.newContext()]
    for (const other of browsers) await signIn(other, person.account)
    await page.goto(list.path)
    await expect(page.getByRole('search').getByRole('textbox')).toHaveCount(1)
    await field(page, '用户名或主机').fill(person.account.toUpperCase())
    await searchButton(page).click()
    await expect(rowsOf(page, list), 'a row for each of their browsers').toHaveCount(2)
    await expect(rowsOf(page, list).getByRole('button')).toHaveCount(0)
    await expect(addButton(page)).toHaveCount(0)
    await field(page, '用户名或主机').fill('127.0.0')
    await searchButton(page).click()
    await expect(rowsOf(page, list).first()).toContainText('127.0.0.1')
    await field(page, '用户名或主机').fill('203.0.113.7')
    await searchButton(page).click()
    await expect(nothingFound(page)).toBeVisible()
    await resetButton(page).click()
    await expect(page).toHaveURL(list.path)
    await expect(rowsOf(page, list).first()).toBeVisible()
    for (const other of browsers) await other.close()
  })

  test('ONLINE-1 a disabled person leaves the list', async ({ page, context, admin, browser }) => {
    await begin(context, 'admin')
    const person = await addPerson(admin, { EAST: 'viewer' })
    const other = await browser.newContext()
    await signIn(other, person.account)
    await openListAt(page, list, person.account)
    await expect(rowsOf(page, list)).toHaveCount(1)
    await call(admin, 'POST', '/sys/user/page/updateEnable/', { id: person.id, enabled: 0 })
    await page.reload()
    await expect(nothingFound(page)).toBeVisible()
    await other.close()
  })

  test('PERM-5 ONLINE-1 only people of one’s own organizations are there, and no super administrators', async ({
    page,
    context,
    admin,
    browser,
  }) => {
    const near = await addPerson(admin, { EAST: 'viewer' })
    const far = await addPerson(admin, { SOUTH: 'viewer' })
    const browsers = [await browser.newContext(), await browser.newContext()]
    for (const [index, person] of [near, far].entries()) {
      const other = browsers[index]
      if (other !== undefined) await signIn(other, person.account)
    }
    await begin(context, 'operator')
    await openListAt(page, list, near.account)
    await expect(rowsOf(page, list)).toHaveCount(1)
    await openListAt(page, list, far.account)
    await expect(nothingFound(page)).toBeVisible()
    await openListAt(page, list, 'admin')
    await expect(rowOf(page, list, 'admin')).toHaveCount(0)
    for (const other of browsers) await other.close()
  })
})

test.describe('the login log', () => {
  const list = lists.entryLog

  test('LLOG-1 a good and a bad sign-in at the login page appear with address, status and time', async ({
    page,
    context,
    admin,
    browser,
    expected,
  }) => {
    const person = await addPerson(admin, { EAST: 'viewer' })
    expected.push(/status of 400/)
    const other = await browser.newContext({ baseURL: process.env.ATRIUM_URL, locale: 'zh-CN' })
    const theirs = await other.newPage()
    await theirs.goto('/login')
    await logInByHand(theirs, person.account, wrongPassword)
    await expect(theirs.getByRole('alert').filter({ hasText: '用户名或密码错误' })).toBeVisible()
    await logInByHand(theirs, person.account)
    await expect(theirs).toHaveURL(/selectSystem/)
    await begin(context, 'admin')
    await openListAt(page, list, person.account)
    await expect(page.getByRole('columnheader')).toHaveText(['用户名', '请求 IP', '状态', '登录时间'])
    await expect(rowsOf(page, list)).toHaveCount(2)
    const good = rowsOf(page, list).first().getByRole('cell')
    await expect(good).toHaveText([
      person.account,
      '127.0.0.1',
      '正常',
      /^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}$/,
    ])
    const bad = rowsOf(page, list).last().getByRole('cell')
    await expect(bad.nth(0)).toHaveText(person.account)
    await expect(bad.nth(1)).toHaveText('127.0.0.1')
    await expect(bad.nth(2)).toHaveText(/^异常\s*密码错误$/)
    await expect(tableOf(page, list)).not.toContainText(wrongPassword)
    await other.close()
  })

  test('LLOG-1 user name, address and status search together', async ({ page, context, admin, browser }) => {
    await begin(context, 'admin')
    const person = await addPerson(admin, { EAST: 'viewer' })
    const other = await browser.newContext()
    await failToSignIn(other, person.account)
    await signIn(other, person.account)
    await page.goto(list.path)
    await field(page, '用户名').fill(person.account.slice(1))
    await field(page, '登录 IP').fill('127.0')
    await searchButton(page).click()
    await expect(rowsOf(page, list)).toHaveCount(2)
    await choice(page, '状态').selectOption('异常')
    await searchButton(page).click()
    await expect(rowsOf(page, list)).toHaveCount(1)
    await expect(rowsOf(page, list)).toContainText('异常')
    await choice(page, '状态').selectOption('正常')
    await searchButton(page).click()
    await expect(rowsOf(page, list)).toContainText('正常')
    await field(page, '登录 IP').fill('203.0.113.7')
    await searchButton(page).click()
    await expect(nothingFound(page)).toBeVisible()
    await resetButton(page).click()
    await expect(page).toHaveURL(list.path)
    await expect(rowsOf(page, list)).toHaveCount(10)
    await expect(rowsOf(page, list).getByRole('button'), 'the log is read only').toHaveCount(0)
    await other.close()
  })

  test('LLOG-1 PERM-5 a name that nobody has is in the log of super administrators only, another organization’s in none', async ({
    context,
    admin,
    browser,
  }) => {
    const nobody = unique('ghost')
    const far = await addPerson(admin, { SOUTH: 'viewer' })
    const near = await addPerson(admin, { EAST: 'viewer' })
    const other = await browser.newContext()
    for (const name of [nobody, far.account, near.account]) await failToSignIn(other, name)
    await other.close()
    await begin(context, 'operator')
    const count = async (reader: BrowserContext, name: string) => (await found(reader, list, name)).length
    expect(await count(admin, nobody)).toBe(1)
    expect(await count(admin, far.account)).toBe(1)
    expect(await count(context, nobody)).toBe(0)
    expect(await count(context, far.account)).toBe(0)
    expect(await count(context, near.account)).toBe(1)
  })
})

test.describe('the operation log', () => {
  const list = lists.operation

  test('OLOG-1 an edited account appears with tenant, system, module, type, method, operator, address, status and time', async ({
    page,
    context,
    admin,
    browser,
  }) => {
    const theirs = await browser.newContext()
    const worker = await beginWorker(theirs, admin, manage)
    const made = await addAccount(admin)
    await updateName(theirs, made.id, '新名字')
    await theirs.close()
    await begin(context, 'admin')
    await openListAt(page, list, worker.account)
    await expect(page.getByRole('columnheader')).toHaveText([
      '租户名称',
      '系统名称',
      '系统模块',
      '操作类型',
      '请求方式',
      '操作人员',
      '操作 IP',
      '状态',
      '创建时间',
      '详情',
    ])
    await expect(rowsOf(page, list)).toHaveCount(1)
    await expect(rowsOf(page, list).getByRole('cell')).toHaveText([
      '华东储能',
      '统一管理平台',
      '账号管理',
      '编辑',
      'POST',
      worker.account,
      '127.0.0.1',
      '正常',
      /^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}$/,
      '详情',
    ])
  })

  test('OLOG-1 PERM-1 refusals appear as unauthorized, failures as abnormal, and neither has details', async ({
    page,
    context,
    admin,
    browser,
  }) => {
    const theirs = await browser.newContext()
    const worker = await beginWorker(theirs, admin, ['uia.department.search', 'uia.department.add'])
    const department = await addDepartment(admin, worker.orgId)
    expect((await call(theirs, 'POST', `/sys/dept/page/delete/${department.id}`)).status).toBe(403)
    const same = { name: '同码', code: department.code, orgId: worker.orgId, enabled: true, remark: null }
    expect((await call(theirs, 'POST', '/sys/dept/page/add', same)).status).toBe(409)
    expect((await call(theirs, 'GET', '/sys/user/page/list')).status).toBe(403)
    await theirs.close()
    await begin(context, 'admin')
    await openListAt(page, list, worker.account)
    await expect(rowsOf(page, list)).toHaveCount(3)
    const seen = rowsOf(page, list).filter({ hasText: '127.0.0.1' })
    for (const [index, words] of [
      ['账号管理', '查看', 'GET', '未授权'],
      ['部门管理', '新增', 'POST', '异常'],
      ['部门管理', '删除', 'POST', '未授权'],
    ].entries()) {
      for (const word of words) await expect(seen.nth(index)).toContainText(word)
      await expect(seen.nth(index).getByRole('cell').last()).toHaveText('--')
    }
  })

  test('OLOG-1 module, operator, type and status filter together, and reset clears them', async ({
    page,
    context,
    admin,
    browser,
  }) => {
    const theirs = await browser.newContext()
    const worker = await beginWorker(theirs, admin, manage)
    const department = await addDepartment(theirs, worker.orgId)
    const path = `/sys/dept/page/updateDeptEnabled?id=${department.id}&enabled=0`
    expect((await call(theirs, 'POST', path)).code).toBe(0)
    expect((await call(theirs, 'POST', '/sys/dept/page/delete/nobody')).status).toBe(403)
    await theirs.close()
    await begin(context, 'admin')
    await openListAt(page, list, worker.account)
    await expect(rowsOf(page, list)).toHaveCount(3)
    await choice(page, '系统模块').selectOption('账号管理')
    await searchButton(page).click()
    await expect(nothingFound(page)).toBeVisible()
    await choice(page, '系统模块').selectOption('部门管理')
    await searchButton(page).click()
    await expect(rowsOf(page, list)).toHaveCount(3)
    await choice(page, '状态').selectOption('正常')
    await searchButton(page).click()
    await expect(rowsOf(page, list)).toHaveCount(2)
    await choice(page, '操作类型').selectOption('启停')
    await searchButton(page).click()
    await expect(rowsOf(page, list)).toHaveCount(1)
    await expect(rowsOf(page, list)).toContainText('启停')
    await choice(page, '操作类型').selectOption('删除')
    await searchButton(page).click()
    await expect(nothingFound(page)).toBeVisible()
    await choice(page, '状态').selectOption('未授权')
    await searchButton(page).click()
    await expect(rowsOf(page, list)).toHaveCount(1)
    await page.reload()
    await expect(choice(page, '状态')).toHaveValue('3')
    await expect(field(page, '操作人员')).toHaveValue(worker.account)
    await resetButton(page).click()
    await expect(page).toHaveURL(list.path)
    await expect(field(page, '操作人员')).toHaveValue('')
    await expect(rowsOf(page, list)).toHaveCount(10)
  })

  for (const timezoneId of ['America/New_York', 'Asia/Kolkata']) {
    test.describe(`in ${timezoneId}`, () => {
      test.use({ timezoneId })
      test(`OLOG-1 the range takes both ends and shows the time on the clocks of ${timezoneId}`, async ({
        page,
        context,
        admin,
        browser,
      }) => {
        const theirs = await browser.newContext()
        const worker = await beginWorker(theirs, admin, manage)
        await addDepartment(theirs, worker.orgId)
        await theirs.close()
        const [row] = await operations(admin, worker.account)
        const created = Date.parse(row?.createTime ?? '')
        const minute = (shift: number) => localMinute(created + shift * 60_000, timezoneId)
        await begin(context, 'admin')
        await page.goto(list.path)
        await field(page, '操作人员').fill(worker.account)
        await field(page, '从').fill(minute(0))
        await field(page, '到').fill(minute(0))
        await searchButton(page).click()
        await expect(rowsOf(page, list)).toHaveCount(1)
        const shown = minute(0).replaceAll('-', '/').replace('T', ' ')
        await expect(rowsOf(page, list).locator('time')).toHaveText(new RegExp(`^${shown}:\\d{2}$`))
        await field(page, '从').fill(minute(1))
        await field(page, '到').fill('')
        await searchButton(page).click()
        await expect(nothingFound(page)).toBeVisible()
        await expect(page).toHaveURL(/beginTime=[^&]+$/)
        await field(page, '从').fill('')
        await field(page, '到').fill(minute(-1))
        await searchButton(page).click()
        await expect(page).toHaveURL(/userName=[^&]+&endTime=[^&]+$/)
        await expect(nothingFound(page)).toBeVisible()
        await field(page, '从').fill(minute(-1))
        await field(page, '到').fill(minute(1))
        await searchButton(page).click()
        await expect(rowsOf(page, list)).toHaveCount(1)
        await page.reload()
        await expect(field(page, '从')).toHaveValue(minute(-1))
        await expect(rowsOf(page, list)).toHaveCount(1)
      })
    })
  }

  test('PERM-5 OLOG-1 what happened in another organization is not listed', async ({
    page,
    context,
    admin,
    browser,
  }) => {
    const theirs = await browser.newContext()
    const worker = await beginWorker(theirs, admin, manage, 'SOUTH')
    await addDepartment(theirs, worker.orgId)
    await theirs.close()
    expect(await operations(admin, worker.account)).toHaveLength(1)
    await begin(context, 'operator')
    await openListAt(page, list, worker.account)
    await expect(nothingFound(page)).toBeVisible()
  })

  test('EDGE-4 a row opens and shows what, field, before and after', async ({
    page,
    context,
    admin,
    browser,
  }) => {
    const theirs = await browser.newContext()
    const worker = await beginWorker(theirs, admin, manage)
    const made = await addAccount(admin, { name: '旧名字' })
    await updateName(theirs, made.id, '新名字')
    await theirs.close()
    await begin(context, 'admin')
    await openListAt(page, list, worker.account)
    const open = rowsOf(page, list).getByRole('button', { name: '查看变更' })
    await open.click()
    const dialog = page.getByRole('dialog', { name: '详情' })
    await expect(dialog).toContainText(made.account)
    await expect(dialog.getByRole('columnheader')).toHaveText(['字段', '变更前', '变更后'])
    const rows = dialog.locator('tbody').getByRole('row')
    await expect(rows).toHaveCount(1)
    await expect(rows.getByRole('rowheader')).toHaveText('名称')
    await expect(rows.getByRole('cell')).toHaveText(['旧名字', '新名字'])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(open).toBeFocused()
  })

  test('EDGE-4 an added account shows its organization by name, and no secret and no whole phone', async ({
    page,
    context,
    admin,
    browser,
  }) => {
    const theirs = await browser.newContext()
    const worker = await beginWorker(theirs, admin, manage)
    await addAccount(theirs, { phone: '13812345678', password: 'Secret2026' })
    await theirs.close()
    await begin(context, 'admin')
    await openListAt(page, list, worker.account)
    await rowsOf(page, list).getByRole('button', { name: '查看变更' }).click()
    const dialog = page.getByRole('dialog', { name: '详情' })
    const rows = dialog.locator('tbody').getByRole('row')
    await expect(rows.filter({ hasText: '所属组织' }).getByRole('cell')).toHaveText(['--', '华东储能'])
    await expect(rows.filter({ hasText: '手机号' }).getByRole('cell')).toHaveText(['--', '138****5678'])
    const whole = JSON.stringify(await operations(admin, worker.account))
    for (const text of [await dialog.innerText(), whole]) {
      expect(text).not.toContain(hash('Secret2026'))
      expect(text).not.toMatch(/password|密码|13812345678/i)
    }
  })

  test('EDGE-4 a role’s permissions are told as their number and the names that came and went', async ({
    page,
    context,
    admin,
    browser,
  }) => {
    const theirs = await browser.newContext()
    const worker = await beginWorker(theirs, admin, ['uia.role.add', 'uia.role.search', 'uia.role.update'])
    const { resourceIdList } = worker.role
    const body = { name: unique('').slice(-15), orgId: worker.orgId, description: null }
    const add = await call(theirs, 'POST', '/sys/role/page/add', { ...body, resourceIdList })
    expect(add.code, add.msg).toBe(0)
    await theirs.close()
    await begin(context, 'admin')
    await openListAt(page, list, worker.account)
    await rowsOf(page, list).getByRole('button', { name: '查看变更' }).click()
    const dialog = page.getByRole('dialog', { name: '详情' })
    const row = dialog.locator('tbody').getByRole('row').filter({ hasText: '权限' })
    await expect(row.getByRole('cell').last()).toContainText('共 3 项')
    await expect(row.getByRole('cell').last()).toContainText('角色管理 / 查询')
    await expect(dialog).not.toContainText(resourceIdList[0] ?? '')
    await expect(dialog).not.toContainText('{')
  })
})

test.describe('access', () => {
  for (const [key, code] of [
    ['online', 'uia.online.search'],
    ['entryLog', 'uia.entryLog.search'],
    ['operation', 'uia.operation.search'],
  ] as const) {
    const list = lists[key]
    test(`PERM-1 PERM-2 GUARD-13 ${code} opens ${list.path} and nothing else does`, async ({
      page,
      context,
      admin,
      browser,
      expected,
    }) => {
      await beginWorker(context, admin, [code])
      await page.goto(list.path)
      await expect(rowsOf(page, list).first()).toBeVisible()
      const others = ['uia.online.search', 'uia.entryLog.search', 'uia.operation.search', ...manage]
      const other = await browser.newContext({ baseURL: process.env.ATRIUM_URL })
      await beginWorker(
        other,
        admin,
        others.filter((one) => one !== code),
      )
      expected.push(/status of 403/)
      const theirs = await other.newPage()
      const response = await theirs.goto(list.path)
      expect(response?.status()).toBe(403)
      const answer = await call(other, 'GET', list.call)
      expect([answer.status, answer.data]).toEqual([403, null])
      await other.close()
    })
  }

  test('CALL-5 OLOG-1 LLOG-1 what is no page, status or time is refused by the platform', async ({
    admin,
  }) => {
    const wrong = [
      '/sys/log/page/list?status=4',
      '/sys/log/page/list?beginTime=yesterday',
      '/sys/log/page/list?endTime=2026-02-30',
      '/sys/log/page/list?limit=1000',
      '/sys/loginLog/list?loginResult=7',
      `/sys/loginLog/list?userName=${'x'.repeat(51)}`,
      '/sys/online?page=0',
    ]
    for (const path of wrong) expect((await call(admin, 'GET', path)).status, path).toBe(400)
  })

  test('LIST-7 OLOG-1 an address with nonsense shows the log', async ({ page, context }) => {
    await begin(context, 'admin')
    for (const query of [
      'status=9',
      'beginTime=never&endTime=x',
      'page=-1&size=7',
      'menuName=%00&opType=%27',
    ]) {
      const response = await page.goto(`${lists.operation.path}?${query}`)
      expect(response?.status(), query).toBe(200)
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
      await expect(tableOf(page, lists.operation)).toBeVisible()
      await expect(toasts(page).getByRole('alert')).toHaveCount(0)
    }
  })
})

/** Another name for an account, and nothing else. */
async function updateName(context: BrowserContext, id: string, name: string): Promise<void> {
  const { account, phone, userOrgList } = await detail(context, id)
  const places = userOrgList.map(({ orgId, deptId }) => ({ orgId, deptId }))
  const answer = await call(context, 'POST', '/sys/user/page/update', {
    ...{ id, account, phone, name },
    userOrgList: places,
  })
  expect(answer.code, answer.msg).toBe(0)
}

/** The minute on the clocks of a time zone, as a field for it holds it. */
function localMinute(instant: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return parts.format(instant).replace(' ', 'T')
}
