import { begin, call, copyOf, expect } from './fixtures'
import { test } from './own'

test('LOGOUT-1 LOGOUT-4 a platform that is away hears later', async ({ page, context, own, expected }) => {
  // Nor is there a captcha, which the page asks for again, also while the console is stopped.
  expected.push(/status of 502/, /ERR_CONNECTION_REFUSED/)
  await begin(context, 'operator')
  await page.goto('/account/index')
  await expect(page.getByRole('table')).toBeVisible()
  const copy = await copyOf(context)
  await own.platform.stop()
  await page.getByRole('button', { name: /的账号菜单$/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL('/login?reason=pending')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    /暂时未能通知平台.*最迟到 \d\d\/\d\d \d\d:\d\d/,
  )
  const [left, ...more] = (await context.cookies()).filter(({ name }) => !['lang', 'tz'].includes(name))
  expect([left?.name, left?.httpOnly, more]).toEqual(['pending_sign_out', true, []])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])

  await own.console.stop()
  await own.platform.start()
  await own.console.start()
  // Another process, which only this browser can tell.
  await page.goto('/login?reason=pending')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('平台现已收到通知')
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('pending_sign_out')
  expect((await call(copy, 'GET', '/auth/info')).code).toBe(102002)
})
