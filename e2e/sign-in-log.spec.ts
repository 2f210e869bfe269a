import { begin, call, expect, logInByHand, signIn, tell, test } from './fixtures'
import {
  addButton,
  lists,
  nothingFound,
  openListAt,
  resetButton,
  rowOf,
  rowsOf,
  searchBar,
  tableOf,
} from './lists'
import { manage, search, second } from './logs'
import { addPerson, beginWorker, setEnabled } from './people'

const wrongPassword = 'Wrong2026'

test.describe('online users', () => {
  const list = lists.online

  test('ONLINE-1 DAY-4 who signs in is there until the end', async ({ page, context, admin, visitor }) => {
    await begin(context, 'admin')
    const person = await addPerson(admin, { EAST: 'viewer' })
    await openListAt(page, list, person.account)
    await expect(nothingFound(page)).toBeVisible()
    const before = Date.now()
    const other = await visitor(person.account)
    await page.reload()
    await expect(page.getByRole('columnheader')).toHaveText(['用户名', '主机', '登录时间'])
    const cells = rowOf(page, list, person.account).getByRole('cell')
    await expect(cells.nth(1)).toHaveText('127.0.0.1')
    const time = await cells.nth(2).locator('time').getAttribute('datetime')
    expect(Date.parse(time ?? '')).toBeGreaterThanOrEqual(before - 1000)
    expect(Date.parse(time ?? '')).toBeLessThanOrEqual(Date.now() + 1000)
    await expect(cells.nth(2)).toHaveText(second)
    await cells.first().getByRole('link', { name: person.account }).click()
    await expect(rowOf(page, lists.account, person.account)).toBeVisible()
    await page.goBack()
    await tell(other, '/session/sign-out', {})
    await page.reload()
    await expect(nothingFound(page)).toBeVisible()
    await signIn(other, person.account)
    await page.reload()
    await expect(rowsOf(page, list)).toHaveCount(1)
    await setEnabled(admin, person, false)
    await page.reload()
    await expect(nothingFound(page)).toBeVisible()
  })

  test('ONLINE-1 PERM-5 one filter; the list is read only @long', async ({
    page,
    context,
    admin,
    visitor,
  }) => {
    await begin(context, 'operator')
    const near = await addPerson(admin, { EAST: 'viewer' })
    const far = await addPerson(admin, { SOUTH: 'viewer' })
    for (const { account } of [near, near, far]) await visitor(account)
    await page.goto(list.path)
    const filter = '用户名或主机'
    await expect(searchBar(page).getByRole('textbox')).toHaveCount(1)
    await search(page, { [filter]: near.account.toUpperCase() })
    await expect(rowsOf(page, list), 'a row for each of their sessions').toHaveCount(2)
    await expect(rowsOf(page, list).getByRole('button')).toHaveCount(0)
    await expect(addButton(page)).toHaveCount(0)
    await search(page, { [filter]: '127.0.0' })
    await expect(rowsOf(page, list).first()).toContainText('127.0.0.1')
    for (const nobody of ['203.0.113.7', far.account]) {
      await search(page, { [filter]: nobody })
      await expect(nothingFound(page), nobody).toBeVisible()
    }
    await search(page, { [filter]: 'admin' })
    await expect(rowOf(page, list, 'admin')).toHaveCount(0)
    await resetButton(page).click()
    await expect(page).toHaveURL(list.path)
    await expect(rowsOf(page, list).first()).toBeVisible()
  })
})

test.describe('the login log', () => {
  const list = lists.entryLog

  test('LLOG-1 good and bad sign-ins, and the search', async ({ page, context, admin, expected }) => {
    const person = await addPerson(admin, { EAST: 'viewer' })
    expected.push(/status of 400/)
    await page.goto('/login')
    await logInByHand(page, person.account, wrongPassword)
    await expect(page.getByRole('alert').filter({ hasText: '用户名或密码错误' })).toBeVisible()
    await logInByHand(page, person.account)
    await expect(page).toHaveURL('/home')
    await begin(context, 'admin')
    await openListAt(page, list, person.account)
    await expect(page.getByRole('columnheader')).toHaveText(['用户名', '请求 IP', '状态', '登录时间'])
    await expect(rowsOf(page, list)).toHaveCount(2)
    const [good, bad] = [rowsOf(page, list).first(), rowsOf(page, list).last()]
    await expect(good.getByRole('cell')).toHaveText([person.account, '127.0.0.1', '正常', second])
    await expect(bad.getByRole('cell')).toHaveText([
      ...[person.account, '127.0.0.1', /^异常\s*密码错误$/, second],
    ])
    await expect(tableOf(page, list)).not.toContainText(wrongPassword)

    await search(page, { 用户名: person.account.slice(1), '登录 IP': '127.0' })
    await expect(rowsOf(page, list)).toHaveCount(2)
    for (const state of ['异常', '正常']) {
      await search(page, {}, { 状态: state })
      await expect(rowsOf(page, list)).toHaveCount(1)
      await expect(rowsOf(page, list)).toContainText(state)
    }
    await search(page, { '登录 IP': '203.0.113.7' })
    await expect(nothingFound(page)).toBeVisible()
    await resetButton(page).click()
    await expect(page).toHaveURL(list.path)
    await expect(rowsOf(page, list)).toHaveCount(10)
    await expect(rowsOf(page, list).getByRole('button'), 'the log is read only').toHaveCount(0)
  })
})

for (const key of ['online', 'entryLog', 'operation'] as const) {
  const list = lists[key]
  const code = `uia.${key}.search`
  test(`PERM-1 PERM-2 GUARD-13 ${code} opens it`, async ({ page, context, admin, expected }) => {
    await beginWorker(context, admin, [code])
    await page.goto(list.path)
    await expect(rowsOf(page, list).first()).toBeVisible()
    await expect(rowsOf(page, list).locator(`a[href*="${lists.account.path}"]`)).toHaveCount(0)
    const others = ['uia.online.search', 'uia.entryLog.search', 'uia.operation.search', ...manage]
    const held = others.filter((one) => one !== code)
    await beginWorker(context, admin, held)
    expected.push(/status of 403/)
    expect((await page.goto(list.path))?.status()).toBe(403)
    const answer = await call(context, 'GET', list.call)
    expect(answer.status).toBe(403)
    expect(answer.data ?? {}).not.toHaveProperty('content')
  })
}
