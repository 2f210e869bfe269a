import type { BrowserContext } from 'playwright/test'
import {
  addAccount,
  another,
  departmentsOf,
  detail,
  listPath,
  type MadeAccount,
  openList,
  organizationIds,
  question,
  roleIds,
  row,
  rows,
  stored,
  switchOf,
  table,
  toasts,
} from './accounts'
import { begin, call, enter, expect, hash, signIn, test, unique } from './fixtures'

/** An account of EAST with one role there, signed in inside `uia`; `admin` made it and can change it. */
async function beginAs(context: BrowserContext, admin: BrowserContext, role: string): Promise<MadeAccount> {
  const made = await addAccount(admin, { roles: [role], password: 'Secret2026' })
  await signIn(context, made.account, 'Secret2026')
  await enter(context, 'EAST', 'uia')
  return made
}

async function giveRole(admin: BrowserContext, made: MadeAccount, role: string): Promise<void> {
  const orgId = (await organizationIds(admin)).EAST ?? ''
  const roles = await roleIds(admin, orgId)
  const answer = await call(admin, 'POST', '/sys/user/page/usersRoles/update', {
    orgId,
    userId: made.id,
    usersRoleList: [roles[role]],
  })
  expect(answer.code, answer.msg).toBe(0)
}

const added = (body: object | undefined) => String(body && 'account' in body && body.account)

/** Every call that changes an account, on this one. */
function changes(made: MadeAccount, orgId: string | undefined, roleId: string | undefined) {
  const place = { userOrgList: [{ orgId, deptId: null }] }
  const fresh = unique('never')
  return [
    [
      '/sys/user/page/add',
      { account: fresh, name: fresh, phone: '600000', password: hash('a1b2c3'), ...place },
    ],
    ['/sys/user/page/update', { ...made, name: '改名', ...place }],
    ['/sys/user/page/updateEnable/', { id: made.id, enabled: 0 }],
    ['/sys/user/page/usersRoles/update', { orgId, userId: made.id, usersRoleList: [roleId] }],
    [`/sys/user/page/delete/${made.id}`, undefined],
  ] as const
}

test.describe('buttons and calls', () => {
  test('PERM-1 PERM-3 without the codes there is no button, and the switch is disabled with its reason', async ({
    page,
    context,
    browser,
  }) => {
    let made: MadeAccount | undefined
    await another(browser, 'admin', async (admin) => {
      made = await addAccount(admin, { places: ['WEST'] })
    })
    if (made === undefined) throw new Error('not made')
    await begin(context, 'operator', 'WEST')
    await openList(page, made.account)
    await expect(row(page, made.account)).toBeVisible()
    await expect(page.getByRole('button', { name: '新增', exact: true })).toHaveCount(0)
    await expect(row(page, made.account).getByRole('button')).toHaveCount(0)
    const state = switchOf(page, made.name)
    await expect(state).toBeDisabled()
    await expect(state).toHaveAttribute('title', '您没有此操作的权限')
    await expect(state).toHaveAccessibleDescription('您没有此操作的权限')
    await state.focus()
    await expect(state, 'the reason can be reached by keyboard').toBeFocused()
    await page.keyboard.press('Space')
    await state.click({ force: true })
    await expect(question(page)).toHaveCount(0)
    await expect(state).toBeChecked()
  })

  test('PERM-1 the same calls made by hand are refused with 403, and nothing is changed', async ({
    context,
    browser,
  }) => {
    await another(browser, 'admin', async (admin) => {
      const made = await addAccount(admin, { places: ['WEST'] })
      const west = (await organizationIds(admin)).WEST
      const roles = await roleIds(admin, west ?? '')
      const before = await detail(admin, made.id)
      await begin(context, 'operator', 'WEST')
      for (const [path, body] of changes(made, west, roles.只读查看)) {
        const answer = await call(context, 'POST', path, body)
        expect([answer.status, answer.code], path).toEqual([403, 403])
        expect(answer.msg).toBe('没有权限')
        if (path.endsWith('/add')) expect(await stored(admin, added(body))).toBeUndefined()
      }
      expect(await detail(admin, made.id)).toEqual(before)
    })
  })

  test('PERM-1 with the codes every button is there, and a super administrator has all', async ({
    page,
    context,
    browser,
  }) => {
    await begin(context, 'operator')
    const made = await addAccount(context)
    const buttons = [`编辑${made.name}`, `删除${made.name}`, `${made.name}的角色`]
    const all = async () => {
      await openList(page, made.account)
      await expect(page.getByRole('button', { name: '新增', exact: true })).toBeVisible()
      for (const name of buttons) await expect(page.getByRole('button', { name })).toBeVisible()
      await expect(switchOf(page, made.name)).toBeEnabled()
    }
    await all()
    await context.clearCookies({ name: 'access_token' })
    await begin(context, 'admin')
    await all()
    await another(browser, 'auditor', async (auditor) => {
      expect((await call(auditor, 'POST', `/sys/user/page/delete/${made.id}`)).status).toBe(403)
    })
  })

  test('PERM-1 GUARD-13 a person without the page’s code gets 403 from the page and the call', async ({
    page,
    context,
    expected,
  }) => {
    expected.push(/status of 403/)
    await begin(context, 'admin')
    const made = await addAccount(context, { roles: ['储能工程师'], password: 'Secret2026' })
    await context.clearCookies({ name: 'access_token' })
    await signIn(context, made.account, 'Secret2026')
    await enter(context, 'EAST', 'ems')
    const response = await page.goto(listPath)
    expect(response?.status()).toBe(403)
    await expect(page.getByRole('heading', { name: '您无权访问此页面' })).toBeVisible()
    expect((await call(context, 'GET', '/sys/user/page/list')).status).toBe(403)
  })

  test('PERM-4 a user without organization gets nowhere and reads nothing', async ({ page, context }) => {
    await signIn(context, 'orphan')
    await page.goto(listPath)
    await expect(page).toHaveURL(/\/selectSystem/)
    for (const path of ['/sys/user/page/list', '/sys/user/page/listRole?orgId=1']) {
      expect((await call(context, 'GET', path)).status, path).toBe(403)
    }
  })
})

test.describe('reach', () => {
  test('PERM-5 another organization’s accounts are not listed, and its ids are refused with 403', async ({
    page,
    context,
    browser,
  }) => {
    await another(browser, 'admin', async (admin) => {
      const made = await addAccount(admin, { places: ['SOUTH'], roles: ['只读查看'] })
      const south = (await organizationIds(admin)).SOUTH ?? ''
      const roles = await roleIds(admin, south)
      const before = await detail(admin, made.id)
      await begin(context, 'operator')
      await openList(page, made.account)
      await expect(page.getByText('没有符合条件的数据')).toBeVisible()
      await expect(rows(page)).toHaveCount(0)
      const reads = [
        `/sys/user/page/detail/${made.id}`,
        `/sys/user/page/usersRoles?userId=${made.id}&orgId=${south}`,
        `/sys/user/page/listRole?orgId=${south}`,
        `/sys/dept/page/listByOrgId?orgId=${south}`,
      ]
      for (const path of reads) expect((await call(context, 'GET', path)).status, path).toBe(403)
      for (const [path, body] of changes(made, south, roles.只读查看)) {
        expect((await call(context, 'POST', path, body)).status, path).toBe(403)
      }
      expect(await detail(admin, made.id)).toEqual(before)
    })
  })

  test('PERM-5 an unknown id is refused like a foreign one, and told to a super administrator only', async ({
    context,
    browser,
  }) => {
    await begin(context, 'operator')
    const unknown = '01890000-0000-7000-8000-000000000000'
    for (const id of [unknown, 'nobody', '0', '-1']) {
      const answer = await call(context, 'GET', `/sys/user/page/detail/${id}`)
      expect([answer.status, answer.msg], id).toEqual([403, '没有权限'])
      expect((await call(context, 'POST', `/sys/user/page/delete/${id}`)).status, id).toBe(403)
    }
    await another(browser, 'admin', async (admin) => {
      expect((await call(admin, 'GET', `/sys/user/page/detail/${unknown}`)).status).toBe(404)
    })
  })

  test('PERM-5 nobody moves an account into an organization or department they do not reach', async ({
    context,
    browser,
  }) => {
    await another(browser, 'admin', async (admin) => {
      const ids = await organizationIds(admin)
      const [foreign] = await departmentsOf(admin, ids.SOUTH ?? '')
      const south = await roleIds(admin, ids.SOUTH ?? '')
      await begin(context, 'operator')
      const made = await addAccount(context)
      const update = (userOrgList: object[], usersRoleList?: unknown[]) =>
        call(context, 'POST', '/sys/user/page/update', { ...made, userOrgList, usersRoleList })
      const east = { orgId: ids.EAST, deptId: null }
      expect((await update([{ orgId: ids.SOUTH, deptId: null }])).status).toBe(403)
      expect((await update([east, { orgId: ids.SOUTH, deptId: null }])).status).toBe(403)
      // In WEST the operator only reads.
      expect((await update([east, { orgId: ids.WEST, deptId: null }])).status).toBe(403)
      expect((await update([{ ...east, deptId: foreign?.id }])).status).toBe(400)
      expect((await update([east], [south.只读查看])).status).toBe(403)
      const after = await detail(context, made.id)
      expect(after.userOrgList.map(({ orgId, deptId }) => [orgId, deptId])).toEqual([[ids.EAST, null]])
      expect(after.usersRoleList).toEqual([])
    })
  })

  test('PERM-5 an organization outside the reach stays with the account when the reachable ones change', async ({
    page,
    context,
    browser,
  }) => {
    await another(browser, 'admin', async (admin) => {
      const made = await addAccount(admin, { places: ['EAST', 'SOUTH'] })
      await begin(context, 'operator')
      await openList(page, made.account)
      await page.getByRole('button', { name: `编辑${made.name}` }).click()
      const dialog = page.getByRole('dialog', { name: '编辑账号' })
      await expect(dialog.getByRole('combobox', { name: '组织', exact: true })).toHaveCount(1)
      await dialog.getByRole('textbox', { name: '手机号' }).fill('600001')
      await page.keyboard.press('Enter')
      await expect(toasts(page)).toContainText('编辑成功')
      const after = await detail(admin, made.id)
      expect(after.userOrgList.map(({ orgName }) => orgName).sort()).toEqual(['华东储能', '华南储能'])
      expect(after.phone).toBe('600001')
    })
  })

  test('PERM-5 super administrators are invisible to others and cannot be changed by them', async ({
    page,
    context,
    browser,
  }) => {
    await another(browser, 'admin', async (admin) => {
      const id = (await stored(admin, 'admin'))?.id ?? ''
      await begin(context, 'operator')
      await openList(page, 'admin')
      await expect(page.getByText('没有符合条件的数据')).toBeVisible()
      expect((await call(context, 'GET', `/sys/user/page/detail/${id}`)).status).toBe(403)
      const off = await call(context, 'POST', '/sys/user/page/updateEnable/', { id, enabled: 0 })
      expect(off.status).toBe(403)
    })
  })
})

test.describe('the next call', () => {
  test('EDGE-8 a role taken away bites at once: the open page is refused, and a reload shows less', async ({
    page,
    context,
    browser,
    expected,
  }) => {
    await another(browser, 'admin', async (admin) => {
      const me = await beginAs(context, admin, '组织管理员')
      const made = await addAccount(context)
      await openList(page, made.account)
      await expect(page.getByRole('button', { name: `删除${made.name}` })).toBeVisible()
      await giveRole(admin, me, '只读查看')
      expected.push(/status of 403/)
      await page.getByRole('button', { name: `删除${made.name}` }).click()
      await question(page).getByRole('button', { name: '确定' }).click()
      await expect(toasts(page).getByRole('alert')).toHaveText('没有权限')
      await page.reload()
      await expect(row(page, made.account)).toBeVisible()
      await expect(row(page, made.account).getByRole('button')).toHaveCount(0)
      await giveRole(admin, me, '组织管理员')
      await page.reload()
      await page.getByRole('button', { name: `删除${made.name}` }).click()
      await question(page).getByRole('button', { name: '确定' }).click()
      await expect(toasts(page)).toContainText('删除成功')
    })
  })

  test('EDGE-8 a membership taken away shuts the organization from the next call on', async ({
    page,
    context,
    browser,
    expected,
  }) => {
    await another(browser, 'admin', async (admin) => {
      const me = await beginAs(context, admin, '组织管理员')
      await page.goto(listPath)
      await expect(rows(page).first()).toBeVisible()
      const west = (await organizationIds(admin)).WEST
      const moved = { ...me, userOrgList: [{ orgId: west, deptId: null }] }
      expect((await call(admin, 'POST', '/sys/user/page/update', moved)).code).toBe(0)
      expect((await call(context, 'GET', '/sys/user/page/list')).status).toBe(403)
      expected.push(/status of 40[13]/)
      await page.reload()
      await expect(page).toHaveURL(/\/selectSystem/)
      await expect(page.getByText('华东储能')).toHaveCount(0)
    })
  })

  test('EDGE-8 LOGOUT-2 a disabled account is signed out by its next press, and cannot sign in', async ({
    page,
    context,
    browser,
    expected,
  }) => {
    await another(browser, 'admin', async (admin) => {
      const me = await beginAs(context, admin, '组织管理员')
      await openList(page, me.account)
      const off = await call(admin, 'POST', '/sys/user/page/updateEnable/', { id: me.id, enabled: 0 })
      expect(off.code).toBe(0)
      expected.push(/status of 401/)
      await page.getByRole('button', { name: `编辑${me.name}` }).click()
      await expect(page).toHaveURL(/\/login/)
      await expect(page.getByRole('alert').first()).toContainText('登录已失效，请重新登录')
      expect((await call(context, 'GET', '/sys/user/page/list')).status).toBe(401)
      await expect(signIn(context, me.account, 'Secret2026')).rejects.toThrow()
    })
  })

  test('EDGE-8 a deleted account is signed out by its next page', async ({ page, context, browser }) => {
    await another(browser, 'admin', async (admin) => {
      const me = await beginAs(context, admin, '只读查看')
      await page.goto(listPath)
      await expect(table(page)).toBeVisible()
      expect((await call(admin, 'POST', `/sys/user/page/delete/${me.id}`)).code).toBe(0)
      await page.reload()
      await expect(page).toHaveURL(/\/login/)
    })
  })
})

test.describe('the calls that there are', () => {
  const mark = { 'x-console': '1' }

  test('CALL-5 an unknown call is 404, a wrong method 405, and neither reaches the platform', async ({
    context,
    baseURL,
  }) => {
    await begin(context, 'admin')
    const unknown = [
      '/sys/user/page/nothing',
      '/sys/user/page/list/',
      '/SYS/user/page/list',
      '/sys/user/page/%6cist',
      '/sys/user/page/detail/a/b',
      '/sys/user/page/detail/',
      '/actuator/health',
    ]
    for (const path of unknown) {
      const answer = await call(context, 'GET', path)
      expect([answer.status, answer.code, answer.msg], path).toEqual([404, 404, '没有这个接口'])
    }
    // The token call is the console's own server's; from a browser it does not exist.
    expect((await call(context, 'POST', '/authorization/oauth/token', {})).status).toBe(404)
    const wrong = await call(context, 'POST', '/sys/user/page/list', {})
    expect([wrong.status, wrong.code]).toEqual([405, 405])
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const response = await context.request.fetch(`${baseURL}/api/sys/user/page/list`, {
        method,
        headers: { ...mark, origin: baseURL ?? '' },
      })
      expect(response.status(), method).toBe(405)
    }
  })

  test('CALL-5 a call without the console’s own header, or from another site, is 403', async ({
    context,
    baseURL,
  }) => {
    await begin(context, 'admin')
    const made = await addAccount(context)
    const list = `${baseURL}/api/sys/user/page/list`
    const off = `${baseURL}/api/sys/user/page/delete/${made.id}`
    const origin = baseURL ?? ''
    const get = async (headers: Record<string, string>) =>
      (await context.request.get(list, { headers })).status()
    const post = async (headers: Record<string, string>) =>
      (await context.request.post(off, { headers })).status()
    expect(await get(mark)).toBe(200)
    expect(await get({})).toBe(403)
    expect(await get({ ...mark, 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await get({ ...mark, origin: 'http://evil.example' })).toBe(403)
    expect(await post({ origin })).toBe(403)
    expect(await post(mark)).toBe(403)
    expect(await post({ ...mark, origin: 'http://evil.example' })).toBe(403)
    expect(await stored(context, made.account)).toBeDefined()
    expect(await post({ ...mark, origin })).toBe(200)
  })

  test('CALL-4 a refusal carries the platform’s code and message in the language of the person', async ({
    context,
    baseURL,
  }) => {
    await begin(context, 'admin')
    const made = await addAccount(context)
    const same = {
      ...{ account: made.account, name: '同名', phone: '600000', password: hash('a1b2c3') },
      userOrgList: [{ orgId: (await organizationIds(context)).EAST, deptId: null }],
    }
    const chinese = await call(context, 'POST', '/sys/user/page/add', same)
    expect([chinese.status, chinese.code, chinese.msg]).toEqual([409, 409, '账号已存在'])
    await context.addCookies([{ name: 'lang', value: 'en', url: baseURL ?? '' }])
    expect((await call(context, 'POST', '/sys/user/page/add', same)).msg).toBe('The account exists already')
  })

  test('CALL-4 without a session a call is answered 401 with the code that ends it', async ({ context }) => {
    const answer = await call(context, 'GET', '/sys/user/page/list')
    expect([answer.status, answer.code]).toEqual([401, 102001])
  })
})
