import {
  begin,
  endElsewhere,
  expect,
  giveUp,
  hold,
  logInByHand,
  type Page,
  scriptsDone,
  signInAgain,
  test,
} from './fixtures'
import { listPath, rows, toasts } from './lists'
import { exceptFirst } from './long-tests'
import { addPerson, openAccounts } from './people'

async function comeBack(page: Page, account: string, system = '统一管理平台'): Promise<void> {
  await expect(page).toHaveURL(/\/login\?reason=ended&/)
  await logInByHand(page, account)
  await expect(page).toHaveURL(/\/selectSystem\?from=/)
  await scriptsDone(page)
  await page.getByRole('button', { name: system }).click()
}
const table = (page: Page) => page.getByRole('table')

const second = `${listPath}?account=a&page=2`
const ways: [string, (page: Page) => Promise<unknown>, string][] = [
  ['a reload', (page) => page.reload(), second],
  [
    'a page',
    (page) => page.getByRole('navigation', { name: '分页' }).getByRole('link', { name: '第 1 页' }).click(),
    `${listPath}?account=a`,
  ],
  [
    'a search',
    async (page) => {
      await page.getByRole('search').getByLabel('手机号').fill('138')
      await page.getByRole('search').getByRole('button', { name: '查询' }).click()
    },
    `${listPath}?account=a&phone=138`,
  ],
  ['a menu click', (page) => page.getByRole('link', { name: '角色管理' }).click(), '/role/index'],
]
for (const way of ways) {
  const [what, act, back] = way
  test(
    `GUARD-2 LOGOUT-2 an ended session is met by ${what}`,
    exceptFirst(way, ways),
    async ({ page, context }) => {
      await begin(context, 'operator')
      await page.goto(second)
      await expect(table(page)).toBeVisible()
      await endElsewhere(context)
      await act(page)
      await comeBack(page, 'operator')
      await expect(page).toHaveURL(back)
      await expect(table(page)).toBeVisible()
    },
  )
}

test('GUARD-2 EDGE-3 who discards a form comes back to it', async ({ page, context, expected }) => {
  expected.push(/status of 401/)
  await begin(context, 'operator')
  await page.goto(second)
  await page.getByRole('button', { name: '新增' }).click()
  await expect(page.getByRole('dialog').getByLabel('姓名')).toBeVisible()
  await context.clearCookies({ name: /access_token/ })
  await page.evaluate(() => {
    const pressed = new MutationObserver(() => {
      if (document.querySelector('[role=dialog] [name=password]') === null) return
      pressed.disconnect()
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true }))
    })
    pressed.observe(document.body, { childList: true })
  })
  await page.getByRole('dialog').getByLabel('组织').first().selectOption({ index: 1 })
  const leave = page.getByRole('dialog', { name: '请重新登录' }).getByRole('button', { name: '放弃并离开' })
  await expect(leave).toBeVisible()
  await expect(page.getByRole('alertdialog'), 'Escape as it came meant no form below').toHaveCount(0)
  await leave.click()
  await giveUp(page)
  await comeBack(page, 'operator')
  await expect(page).toHaveURL(second)
})

test('EDGE-3 EDGE-11 chosen rows, and the report of what was done with them, outlive a session that ends: one signs in again beside them', async ({
  page,
  context,
  expected,
}) => {
  expected.push(/status of 401/)
  await begin(context, 'admin')
  await openAccounts(page, 12)
  const bar = page.getByRole('toolbar', { name: '已选数据' })
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await endElsewhere(context)
  await page.getByRole('navigation', { name: '分页' }).getByRole('link', { name: '第 2 页' }).click()
  const again = page.getByRole('dialog', { name: '请重新登录' })
  await signInAgain(again)
  await expect(again).toHaveCount(0)
  await expect(rows(page)).toHaveCount(2)
  await expect(bar).toContainText('已选 10 条')
  await endElsewhere(context)
  await bar.getByRole('button', { name: '选择符合条件的全部' }).click()
  await expect(again).toBeVisible()
  expect(await page.getByText('登录已失效').count(), 'the sheet says it alone').toBe(1)
  await signInAgain(again)
  await expect(again).toHaveCount(0)
  await bar.getByRole('button', { name: '停用' }).click()
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: '停用' })
  await expect(confirm, 'once it has told whom it touches').toBeEnabled()
  const goOn = await hold(page, '**/api/sys/bulk/page/run')
  await confirm.click()
  await expect(page.getByRole('dialog').getByRole('button', { name: '停止' })).toBeFocused()
  await endElsewhere(context)
  goOn()
  await expect(again.locator('input[name=password]')).toBeFocused()
  const question = page.getByRole('alertdialog')
  // It has the focus some milliseconds before keys are its own.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(question).toContainText('只有此报告列出未完成的数据', { timeout: 2_000 })
  }).toPass()
  await question.getByRole('button', { name: '取消' }).click()
  await expect(again.locator('input[name=password]'), 'not what lies below').toBeFocused()
  await signInAgain(again)
  await page.getByRole('dialog').getByRole('button', { name: '重试 10 条' }).click()
  await expect(toasts(page)).toContainText('10 条全部完成')
  const note = page.locator('[data-work-note]')
  await expect(note, 'what its dialog has told is told nowhere else').toHaveCount(0)
})

test('EDGE-3 a form outlives a network that fails on the way back into the system @long', async ({
  page,
  context,
  expected,
}) => {
  expected.push(/status of 401/, /ERR_FAILED/)
  await begin(context, 'operator')
  await page.goto(listPath)
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog', { name: '新增' })
  await form.getByLabel('姓名').fill('赵六')
  await endElsewhere(context)
  await form.getByLabel('组织').first().selectOption({ index: 1 })
  const again = page.getByRole('dialog', { name: '请重新登录' })
  await expect(again).toBeVisible()
  await page.route('**/api/session/enter', (route) => route.abort())
  await signInAgain(again)
  await expect(again.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/session/enter')
  await again.getByRole('button', { name: '重试' }).click()
  await expect(again).toHaveCount(0)
  await expect(form.getByLabel('姓名')).toHaveValue('赵六')
})

test('GUARD-2 EDGE-3 one tab keeps its form, the others go @long', async ({ page, context, expected }) => {
  expected.push(/status of 401/)
  await begin(context, 'operator')
  const [typing, other] = [await context.newPage(), await context.newPage()]
  await typing.goto(listPath)
  await typing.getByRole('button', { name: '新增' }).click()
  await typing.getByRole('dialog').getByLabel('姓名').fill('赵六')
  await other.goto(second)
  await page.goto('/selectSystem?nf=t')
  await endElsewhere(context)
  await page.getByRole('combobox', { name: '组织' }).selectOption('西部储能')
  await expect(page).toHaveURL('/login?reason=ended&from=%2FselectSystem%3Fnf%3Dt')
  await expect(typing.getByRole('dialog', { name: '请重新登录' })).toBeVisible()
  await expect(other).toHaveURL(`/login?${new URLSearchParams({ from: second })}`)
  await logInByHand(page, 'operator')
  await expect(page).toHaveURL('/selectSystem?nf=t')
  await expect(other).toHaveURL(/\/selectSystem\?from=/)
  await page.getByRole('button', { name: '统一管理平台' }).click()
  await expect(other).toHaveURL(second)
})

test('EDGE-3 a tab that finds nobody signed in takes no form from the others @long', async ({
  page,
  context,
}) => {
  await begin(context, 'operator')
  const typing = await context.newPage()
  await typing.goto(listPath)
  await typing.getByRole('button', { name: '新增' }).click()
  const name = typing.getByRole('dialog').getByLabel('姓名')
  await name.fill('赵六')
  await endElsewhere(context)
  await context.clearCookies({ name: /access_token/ })
  for (const path of ['/', '/login']) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await scriptsDone(page)
  }
  // Events of storage come in the order in which they were told.
  await typing.evaluate(() => Object.assign(window, { told: [] }))
  await typing.evaluate(() =>
    window.addEventListener('storage', ({ key }) =>
      (window as unknown as { told: unknown[] }).told.push(key),
    ),
  )
  await page.evaluate(() => localStorage.setItem('last', '1'))
  await expect
    .poll(() => typing.evaluate(() => (window as unknown as { told: unknown[] }).told))
    .toContain('last')
  await expect(name).toHaveValue('赵六')
})

test('GUARD-2 somebody else goes home where they may not be @long', async ({ page, context, admin }) => {
  const person = await addPerson(admin, { EAST: 'engineer', WEST: 'engineer' })
  await begin(context, 'operator')
  await page.goto(second)
  await endElsewhere(context)
  await page.reload()
  await comeBack(page, person.account, '能源管理系统')
  await expect(page).toHaveURL('/home')
})

test('GUARD-2 LOGOUT-1 a person who logs out takes no way back along', async ({ page, context }) => {
  await begin(context, 'operator')
  await page.goto(second)
  await page.getByRole('button', { name: /的账号菜单$/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL('/login')
})
