import {
  begin,
  call,
  enter,
  expect,
  giveUp,
  logInByHand,
  type Page,
  signInAgain,
  tell,
  test,
} from './fixtures'
import { listPath } from './lists'
import { addAccount } from './people'

test.use({ as: 'operator' })

test('EDGE-1 a write from a tab that is behind is refused', async ({ page, context, expected }) => {
  expected.push(/status of 409/)
  const made = await addAccount(context, { name: '王五' })
  await page.goto(`${listPath}?account=${made.account}`)
  await page.getByRole('button', { name: '编辑王五' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('姓名').fill('王五郎')
  // The same browser goes on elsewhere, as another tab would.
  await enter(context, 'WEST', 'uia')
  await dialog.getByRole('button', { name: '保存' }).click()
  // What the dialog still read, says so as well.
  await expect(dialog.getByRole('alert').first()).toContainText('您已在其他标签页中切换了账号、组织或系统')
  await expect(dialog.getByLabel('姓名')).toHaveValue('王五郎')
  await enter(context, 'EAST', 'uia')
  await page.goto(`${listPath}?account=${made.account}`)
  await expect(page.getByRole('cell', { name: '王五', exact: true })).toBeVisible()
  expect((await call(context, 'POST', '/sys/user/page/delete/0', {})).status).not.toBe(409)
})

test('EDGE-1 after the refusal the person goes back, and saves @long', async ({
  page,
  context,
  expected,
}) => {
  expected.push(/status of 409/)
  const made = await addAccount(context, { name: '吴九' })
  await page.goto(`${listPath}?account=${made.account}`)
  await page.getByRole('button', { name: '编辑吴九' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑账号' })
  await dialog.getByLabel('姓名').fill('吴九郎')
  await enter(context, 'WEST', 'uia')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByRole('button', { name: '在西部储能中继续' })).toBeVisible()
  await dialog.getByRole('button', { name: '回到华东储能' }).click()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(dialog.getByLabel('姓名')).toHaveValue('吴九郎')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('cell', { name: '吴九郎', exact: true })).toBeVisible()
})

for (const moment of ['while the question reads', 'when it has read']) {
  test(`EDGE-1 moved on ${moment}: after the refusal the person goes on there`, async ({
    page,
    context,
    expected,
  }) => {
    expected.push(/status of 409/)
    const made = await addAccount(context, { name: '郑十' })
    await page.goto(`${listPath}?account=${made.account}`)
    const goOn = () => enter(context, 'WEST', 'uia')
    if (moment === 'while the question reads') {
      await page.route('**/impact/**', async (route) => {
        await goOn()
        await route.continue()
      })
    }
    const read = page.waitForResponse('**/impact/**')
    await page.getByRole('switch', { name: /郑十/ }).click()
    await read
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: '确定' })
    await expect(confirm).toBeEnabled()
    if (moment === 'when it has read') await goOn()
    await confirm.click()
    const note = page.getByRole('main').getByRole('alert')
    await expect(note).toContainText('此处的修改没有提交')
    await note.getByRole('button', { name: '在西部储能中继续' }).click()
    await expect(page.getByTestId('display-label')).toHaveText('西部储能')
    // There they may look only; and nothing was switched.
    const same = page.getByRole('switch', { name: /郑十/ })
    await expect(same).toBeDisabled()
    await expect(same).toBeChecked()
    await expect(page).toHaveURL(`${listPath}?account=${made.account}`)
  })
}

test('EDGE-1 whoever goes on in another system begins there at its start', async ({
  page,
  context,
  expected,
}) => {
  expected.push(/status of 409/)
  await page.goto(listPath)
  await enter(context, 'EAST', 'ems')
  await page.getByRole('switch').last().click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '在华东储能 · 能源管理系统中继续' }).click()
  await expect(page).toHaveURL('/home')
})

for (const [what, go] of [
  ['a search', (page: Page) => page.getByRole('button', { name: '查询' }).click()],
  ['a menu click', (page: Page) => page.getByRole('link', { name: '角色管理' }).click()],
  ['the back button', (page: Page) => page.goBack()],
] as const) {
  test(`EDGE-1 a tab that is behind follows whole at ${what}`, async ({ page, context }) => {
    await page.goto('/department/index')
    await page.getByRole('link', { name: '账号管理' }).click()
    await expect(page).toHaveURL(listPath)
    const seen: string[] = []
    page.on('response', (response) => {
      const isPart = response.headers()['content-type']?.startsWith('text/x-component')
      if (isPart) seen.push(response.url())
    })
    await enter(context, 'WEST', 'uia')
    await go(page)
    if (what === 'the back button') {
      // What was kept of it may stand there, but whole, as it was.
      await expect(page).toHaveURL('/department/index')
      const label = await page.getByTestId('display-label').innerText()
      await expect(page.getByRole('cell', { name: label, exact: true }).first()).toBeVisible()
      return
    }
    await expect(page.getByTestId('display-label')).toHaveText('西部储能')
    await expect(page.getByRole('table')).toBeVisible()
    expect(seen, 'no part of a page in the old shell').toEqual([])
  })
}

test('EDGE-1 a form is told quietly of the move and of the way back @long', async ({ page, context }) => {
  await page.goto(listPath)
  await page.getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('姓名').fill('钱十一')
  const other = await context.newPage()
  const choose = async (name: string) => {
    await other.goto('/selectSystem?nf=t')
    await other.getByLabel('组织').selectOption({ label: name })
    await other.getByRole('button', { name: /统一管理平台/ }).click()
    await expect(other).toHaveURL('/home')
  }
  await choose('西部储能')
  await expect(dialog.getByRole('status').filter({ hasText: '您已在其他标签页中切换' })).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await choose('华东储能')
  await expect(dialog.getByText('您已在其他标签页中切换')).toHaveCount(0)
  await expect(dialog.getByLabel('姓名')).toHaveValue('钱十一')
})

test('EDGE-1 a read from a form that is behind brings nothing @long', async ({ page, context, expected }) => {
  expected.push(/status of 409/)
  await page.goto(listPath)
  await page.getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('姓名').fill('孙十二')
  await enter(context, 'WEST', 'uia')
  await dialog.getByLabel('组织').first().selectOption({ label: '华东储能' })
  await dialog.getByRole('button', { name: '回到华东储能' }).click()
  await expect(dialog.getByLabel('部门').first().getByRole('option').nth(1)).toBeAttached()
  await expect(dialog.getByLabel('姓名')).toHaveValue('孙十二')
})

test('EDGE-1 SHELL-4 another organization reaches the others at once', async ({ page, context }) => {
  await page.goto('/home')
  await expect(page.getByRole('banner')).toContainText('华东储能')
  const other = await context.newPage()
  await other.goto('/selectSystem?nf=t')
  await other.getByLabel('组织').selectOption({ label: '西部储能' })
  await other.getByRole('button', { name: /统一管理平台/ }).click()
  await expect(other).toHaveURL('/home')
  await expect(page.getByRole('banner')).toContainText('西部储能')
})

test('SHELL-6 I18N-1 a language reaches the others, and a form as soon as it is closed @long', async ({
  page,
  context,
}) => {
  await begin(context, 'admin')
  const typing = await context.newPage()
  await typing.goto(listPath)
  await typing.getByRole('button', { name: '新增' }).click()
  await typing.getByRole('dialog').getByLabel('姓名').fill('赵六')
  await page.goto('/home')
  const third = await context.newPage()
  await third.goto('/home')
  await page.getByRole('button', { name: '语言' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(third.locator('html')).toHaveAttribute('lang', 'en')
  await expect(typing.getByRole('dialog').getByLabel('姓名')).toHaveValue('赵六')
  await typing.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await giveUp(typing)
  await expect(typing.getByRole('button', { name: 'Add', exact: true })).toBeVisible()
})

test('EDGE-3 LOGIN-6 a session that ends is renewed under a form, in one tab for all', async ({
  page,
  context,
  expected,
}) => {
  expected.push(/status of 40[01]/)
  const made = await addAccount(context, { name: '孙七' })
  await page.goto(`${listPath}?account=${made.account}`)
  await page.getByRole('button', { name: '编辑孙七' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑账号' })
  await dialog.getByLabel('姓名').fill('孙七娘')
  const other = await context.newPage()
  await other.goto(listPath)
  await other.getByRole('button', { name: '新增' }).click()
  await other.getByRole('dialog').getByLabel('姓名').fill('李八')
  const token = (await context.cookies()).find((cookie) => cookie.name.endsWith('access_token'))
  await tell(context, '/session/sign-out', {})
  // The tab still holds the cookie of the session that is over.
  if (token) await context.addCookies([token])
  await other.getByRole('dialog').getByLabel('组织').first().selectOption({ index: 1 })
  const asked = other.getByRole('dialog', { name: '请重新登录' })
  await expect(asked).toBeVisible()
  const waiting = await context.newPage()
  await waiting.goto('/login?from=%2Frole%2Findex')
  await dialog.getByRole('button', { name: '保存' }).click()

  const again = page.getByRole('dialog', { name: '请重新登录' })
  await expect(again.getByRole('textbox', { name: '密码' }), 'the first to be filled in').toBeFocused()
  await expect(again.getByLabel('用户名')).toHaveValue('operator')
  await expect(again.getByLabel('用户名')).not.toBeEditable()
  await signInAgain(again, 'Wrong2026')
  await expect(again.getByRole('alert')).toBeVisible()
  await signInAgain(again)
  await expect(again).toBeHidden()
  await expect(asked, 'nor is it asked for in another tab').toBeHidden()
  await expect(other.getByRole('dialog').getByLabel('姓名')).toHaveValue('李八')
  await expect(waiting).toHaveURL('/role/index')

  await expect(dialog.getByRole('alert'), 'what was said of the ended session').toHaveCount(0)
  await expect(dialog.getByLabel('姓名')).toHaveValue('孙七娘')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('cell', { name: '孙七娘', exact: true })).toBeVisible()
})

test('EDGE-3 LOGOUT-2 or the person leaves, and loses nothing by a key that closes', async ({
  page,
  context,
  expected,
}) => {
  expected.push(/status of 401/)
  await page.goto(listPath)
  await page.getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog', { name: '新增账号' })
  await dialog.getByLabel('姓名').fill('周八')
  await context.clearCookies({ name: /access_token/ })
  await dialog.getByLabel('组织').first().selectOption({ index: 1 })
  const again = page.getByRole('dialog', { name: '请重新登录' })
  // A key that comes while it opens is nobody's.
  await expect(again.getByRole('textbox', { name: '密码' })).toBeFocused()
  const goOn = page.getByRole('alertdialog').getByRole('button', { name: '继续编辑' })
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(goOn).toBeVisible({ timeout: 2000 })
  }).toPass()
  await goOn.click()
  await expect(again).toBeVisible()
  // What lies below is hidden from roles.
  await expect(page.locator('input[name=name]').last()).toHaveValue('周八')
  await again.getByRole('button', { name: '放弃并离开' }).click()
  await giveUp(page)
  await expect(page).toHaveURL(/\/login/)
})

test.describe('signed out', () => {
  test.use({ as: undefined })
  test('LOGIN-6 signing in in one tab takes the other login pages along', async ({ page, context }) => {
    await page.goto('/login')
    const other = await context.newPage()
    await other.goto('/login')
    await logInByHand(other, 'admin')
    await expect(other).toHaveURL('/home')
    await expect(page).toHaveURL('/home')
  })
})
