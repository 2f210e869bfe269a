import { addAccount, listPath } from './accounts'
import { begin, call, demoPassword, enter, expect, logInByHand, test } from './fixtures'
import { captchaAnswer } from './global-setup'

test('EDGE-1 a write from a tab that is behind is refused, says why and changes nothing', async ({
  page,
  context,
  expected,
}) => {
  expected.push(/status of 409/)
  await begin(context, 'operator')
  const made = await addAccount(context, { name: '王五' })
  await page.goto(`${listPath}?account=${made.account}`)
  await page.getByRole('button', { name: '编辑王五' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('姓名').fill('王五郎')
  // The same browser goes on elsewhere, as another tab would.
  await enter(context, 'WEST', 'uia')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByRole('alert')).toContainText('您已在其他标签页中切换了账号、组织或系统')
  await expect(dialog.getByLabel('姓名')).toHaveValue('王五郎')
  await enter(context, 'EAST', 'uia')
  await page.goto(`${listPath}?account=${made.account}`)
  await expect(page.getByRole('cell', { name: '王五', exact: true })).toBeVisible()
  expect((await call(context, 'POST', '/sys/user/page/delete/0', {})).status).not.toBe(409)
})

test('EDGE-1 SHELL-4 choosing another organization in one tab reaches the others at once', async ({
  page,
  context,
}) => {
  await begin(context, 'operator')
  await page.goto('/home')
  await expect(page.getByRole('button', { name: /陆明远/ })).toContainText('华东储能')
  const other = await context.newPage()
  await other.goto('/selectSystem?nf=t')
  await other.getByLabel('组织').selectOption({ label: '西部储能' })
  await other.getByRole('button', { name: /统一管理平台/ }).click()
  await expect(other).toHaveURL('/home')
  await expect(page.getByRole('button', { name: /陆明远/ })).toContainText('西部储能')
})

test('SHELL-6 a language chosen in one tab reaches the others, but not over a form that is being filled', async ({
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
})

test('LOGIN-6 signing in in one tab takes the other login pages along', async ({ page, context }) => {
  await page.goto('/login')
  const other = await context.newPage()
  await other.goto('/login')
  await logInByHand(other, 'admin')
  await expect(other).toHaveURL('/home')
  await expect(page).toHaveURL('/home')
})

test('EDGE-3 a session that ends under a half-filled form is renewed in place, and nothing typed is lost', async ({
  page,
  context,
  expected,
}) => {
  expected.push(/status of 40[01]/)
  await begin(context, 'operator')
  const made = await addAccount(context, { name: '孙七' })
  await page.goto(`${listPath}?account=${made.account}`)
  await page.getByRole('button', { name: '编辑孙七' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑账号' })
  await dialog.getByLabel('姓名').fill('孙七娘')
  const token = (await context.cookies()).find((cookie) => cookie.name.endsWith('access_token'))
  expect((await call(context, 'POST', '/session/sign-out', {})).code).toBe(0)
  // The tab still holds the cookie of the session that is over.
  if (token) await context.addCookies([token])
  await dialog.getByRole('button', { name: '保存' }).click()

  const again = page.getByRole('dialog', { name: '请重新登录' })
  await expect(again.getByLabel('用户名')).toHaveValue('operator')
  await expect(again.getByLabel('用户名')).not.toBeEditable()
  await expect(again.locator('form img')).toBeVisible()
  await again.locator('input[name=password]').fill('Wrong2026')
  await again.locator('input[name=code]').fill(captchaAnswer)
  await again.locator('input[name=code]').press('Enter')
  await expect(again.getByRole('alert')).toBeVisible()
  await again.locator('input[name=password]').fill(demoPassword)
  await expect(again.locator('form img')).toBeVisible()
  await again.locator('input[name=code]').fill(captchaAnswer)
  await again.locator('input[name=code]').press('Enter')
  await expect(again).toBeHidden()

  await expect(dialog.getByLabel('姓名')).toHaveValue('孙七娘')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('cell', { name: '孙七娘', exact: true })).toBeVisible()
})

test('EDGE-3 LOGOUT-2 whoever does not sign in again leaves for the login page', async ({
  page,
  context,
  expected,
}) => {
  expected.push(/status of 401/)
  await begin(context, 'operator')
  await page.goto(listPath)
  await page.getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog', { name: '新增账号' })
  await dialog.getByLabel('姓名').fill('周八')
  await context.clearCookies({ name: /access_token/ })
  await dialog.getByLabel('组织').first().selectOption({ index: 1 })
  const again = page.getByRole('dialog', { name: '请重新登录' })
  await again.getByRole('button', { name: '放弃并离开' }).click()
  await expect(page).toHaveURL(/\/login/)
})
