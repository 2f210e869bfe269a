import { begin, expect, type Page, test } from './fixtures'
import { addButton, searchButton, searchField, toasts, userMenu } from './lists'

const scheme = (page: Page) => page.getByRole('button', { name: '浅色或深色' })
const html = (page: Page) => page.locator('html')

test('I18N-2 a page is in its own two languages: browsers translate nothing of it', async ({ page }) => {
  await page.goto('/login')
  await expect(html(page)).toHaveAttribute('translate', 'no')
  await expect(page.locator('meta[name=google]')).toHaveAttribute('content', 'notranslate')
})

test.describe('as operator', () => {
  test.use({ as: 'operator', colorScheme: 'light' })

  test('SHELL-8 light or dark is chosen, kept, and as the system has it again after signing out', async ({
    page,
  }) => {
    await page.goto('/home')
    await expect(html(page)).not.toHaveAttribute('data-scheme')
    await scheme(page).click()
    await page.getByRole('menuitemradio', { name: '深色' }).click()
    await expect(html(page)).toHaveCSS('color-scheme', 'dark')
    const [response] = await Promise.all([page.waitForResponse(/\/home$/), page.reload()])
    expect(await response.text(), 'the server’s own frame').toContain('data-scheme="dark"')
    await scheme(page).click()
    await expect(page.getByRole('menuitemradio', { name: '深色' })).toHaveAttribute('aria-checked', 'true')
    await page.keyboard.press('Escape')
    await userMenu(page).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await expect(page).toHaveURL('/login')
    await expect(html(page)).not.toHaveAttribute('data-scheme')
  })

  test('CALL-3 LIST-1 whoever is offline is told, and keeps the page', async ({
    page,
    context,
    expected,
  }) => {
    expected.push(/ERR_INTERNET_DISCONNECTED/)
    await page.goto('/account/index')
    await expect(page.getByRole('table')).toBeVisible()
    const note = page.getByText('您已离线。此处的内容会保留，连接恢复后可继续操作。')
    await expect(note).toBeHidden()
    await context.setOffline(true)
    await expect(note).toBeVisible()
    const isWhole = await note.evaluate((one) => {
      const { left, bottom } = one.getBoundingClientRect()
      return document.elementFromPoint(left + 40, bottom - 2) === one
    })
    expect(isWhole, 'the page below lies on nothing of it').toBe(true)
    await expect(page.getByRole('navigation', { name: '分页' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: '语言：简体中文' }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await expect(toasts(page).getByRole('alert')).toHaveText('无法连接控制台，请检查网络')
    await toasts(page).getByRole('button', { name: '关闭' }).click()
    await page.getByRole('link', { name: '角色管理' }).click()
    await expect(toasts(page).getByRole('alert')).toHaveText('无法连接控制台，请检查网络')
    await expect(page.getByRole('table')).toBeVisible()
    await expect(page).toHaveURL('/account/index')
    await searchField(page, '账号').fill('operator')
    await searchButton(page).click()
    await expect(page.getByRole('table')).toBeVisible()
    await context.setOffline(false)
    await expect(note).toBeHidden()
    await expect(page, 'what was asked for meanwhile comes').toHaveURL('/account/index?account=operator')
    await page.getByRole('link', { name: '角色管理' }).click()
    await expect(page).toHaveURL('/role/index')
  })

  test('CALL-3 LIST-1 a dialog that does not come leaves the page as it is, and comes with the next press', async ({
    page,
    context,
    expected,
  }) => {
    expected.push(/ERR_INTERNET_DISCONNECTED/)
    await page.goto('/account/index')
    await expect(page.getByRole('table')).toBeVisible()
    const told = toasts(page).getByRole('alert')
    await context.setOffline(true)
    await addButton(page).click()
    await expect(told).toHaveText('无法连接控制台，请检查网络')
    await told.getByRole('button').click()
    await page.keyboard.press('Control+k')
    await expect(told).toHaveText('无法连接控制台，请检查网络')
    await expect(page.getByRole('table')).toBeVisible()
    await context.setOffline(false)
    await addButton(page).click()
    await expect(page.getByRole('dialog', { name: '新增' })).toBeVisible()
  })
})

test('GUARD-13 a refusal offers home, the page before, and another organization', async ({
  page,
  context,
  expected,
}) => {
  expected.push(/status of 403/)
  await begin(context, 'auditor')
  const main = page.getByRole('main')
  await page.goto('/role/index')
  await page.goto('/assets/index')
  await expect(main.getByRole('heading', { name: '您无权访问此页面' })).toBeVisible()
  await main.getByRole('button', { name: '返回上一页' }).click()
  await expect(page).toHaveURL('/role/index')
  await page.goto('/assets/index')
  await main.getByRole('link', { name: '返回首页' }).click()
  await expect(page).toHaveURL('/home')
  await page.goto('/assets/index')
  await main.getByRole('link', { name: '切换组织' }).click()
  await expect(page, 'which leads back here').toHaveURL('/selectSystem?nf=t&from=%2Fassets%2Findex')
})

test('I18N-1 NAV-2 the English menu of a system has its English names', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'lang', value: 'en', url: baseURL ?? '' }])
  await begin(context, 'operator', 'EAST', 'ems')
  await page.goto('/home')
  await expect(page.getByTestId('side-menu').getByRole('link')).toHaveText(['Stations', 'Alarms'])
})
