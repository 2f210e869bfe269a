import { endElsewhere, enter, expect, signIn, signInAgain, test, microPage as view } from './fixtures'
import { say } from './micro-messages'

test.describe('ways out of a page of the system ems', () => {
  // What the page asks by itself meets the end of the session, too.
  test.use({ expected: [/status of 401/] })
  test.beforeEach(async ({ context }) => {
    await signIn(context, 'operator')
    await enter(context, 'EAST', 'ems')
  })

  test('FRAME-5 MICRO-5 FRAME-6 an address that ends as a file does is a page where one goes there', async ({
    page,
  }) => {
    await page.goto('/ems/stations')
    await expect(view(page).getByRole('table')).toBeVisible()
    await page.evaluate(() => Object.assign(window, { same: true }))
    await say(page, 'micro:navigate', { to: '/ems/device/10.0.0.5' })
    await expect(page).toHaveURL('/ems/device/10.0.0.5')
    await expect(page.getByTestId('side-menu')).toBeVisible()
    expect(await page.evaluate(() => 'same' in window), 'no full load').toBe(true)
  })

  test('EDGE-3 FRAME-7 LOGOUT-1 LOGOUT-2 a way on that finds the session over asks in place where a page holds work, else leaves whole', async ({
    page,
    context,
  }) => {
    await page.goto('/ems/stations')
    const search = view(page).getByRole('textbox')
    await search.fill('half typed')
    await say(page, 'micro:unsaved', { unsaved: true })
    // The guard knows of the one, only the platform of the other.
    const noCookie = () => context.clearCookies({ name: /access_token/ })
    for (const end of [noCookie, () => endElsewhere(context)]) {
      await end()
      await say(page, 'micro:navigate', { to: '/user/index' })
      const again = page.getByRole('dialog', { name: '请重新登录' })
      await signInAgain(again)
      await expect(again).toBeHidden()
      await expect(page).toHaveURL('/user/index')
      await expect(page.getByRole('button', { name: '修改显示名称' })).toBeVisible()
      await page.getByTestId('side-menu').getByRole('link', { name: '电站列表' }).click()
      await expect(search).toHaveValue('half typed')
    }
    await say(page, 'micro:unsaved', { unsaved: false })
    await page.evaluate(() => Object.assign(window, { old: true }))
    await endElsewhere(context)
    await say(page, 'micro:navigate', { to: '/user/index' })
    await expect(page).toHaveURL(/\/login/)
    expect(await page.evaluate(() => 'old' in window), 'a full load').toBe(false)
  })
})
