import { consolePages } from '../lib/console-pages'
import {
  begin,
  demoPassword,
  enter,
  expect,
  isSignedIn,
  type Locator,
  logInByHand,
  type Page,
  signIn,
  test,
} from './fixtures'
import { userMenu } from './lists'
import { networkIdle } from './network-idle'
import { test as apart } from './own'
import { addPerson } from './people'
import { builtIn, link, menu } from './side-menu'
import { captchaAnswer } from './stack'

const links = (page: Page) => menu(page).getByRole('link')
const entries = (page: Page) => page.getByRole('menu').getByRole('menuitem')

test('SHELL-7 the user dropdown, and where it is shorter', async ({ page, context }) => {
  await begin(context, 'auditor')
  await page.goto('/home')
  await userMenu(page).click()
  await expect(entries(page)).toHaveText(['个人中心', '选择组织', '退出登录'])
  await entries(page).first().click()
  await expect(page).toHaveURL('/user/index')
  await userMenu(page).click()
  await page.getByRole('menuitem', { name: '选择组织' }).click()
  await expect(page).toHaveURL('/selectSystem?nf=t')
  await networkIdle(page)
  await expect(page, 'nothing is entered by itself').toHaveURL('/selectSystem?nf=t')
  await userMenu(page).click()
  await expect(entries(page), 'in the chooser').toHaveText(['退出登录'])
  await page.keyboard.press('Escape')
  await expect(entries(page)).toHaveCount(0)
  await expect(userMenu(page)).toBeFocused()
  await begin(context, 'admin')
  await page.goto('/home')
  await userMenu(page).click()
  await expect(entries(page), 'for a super administrator').toHaveText(['退出登录'])
})

test('SHELL-7 a key that is pressed right after a menu opens is the menu’s', async ({ page, context }) => {
  await begin(context, 'auditor')
  await page.goto('/home')
  await userMenu(page).click()
  await page.keyboard.press('Escape')
  await expect(entries(page)).toHaveCount(0)
  await userMenu(page).evaluate((button: HTMLElement) => {
    button.click()
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
  await expect(userMenu(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(userMenu(page)).toBeFocused()
})

apart(
  'NAV-1 a super administrator’s menu is the built-in one, without a server call',
  async ({ page, context, own }) => {
    // Other tests may have used the stack before.
    const before = own.said.length
    const calls = (path: string) => own.said.slice(before).filter((line) => line.includes(path)).length
    await page.goto('/login')
    await logInByHand(page, 'admin')
    await expect(page).toHaveURL('/home')
    await expect(menu(page).getByRole('button')).toHaveText(builtIn.map(({ name }) => name))
    await expect(links(page)).toHaveText(builtIn.flatMap(({ pages }) => pages))
    const hrefs = await links(page).evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect([...hrefs].sort()).toEqual(consolePages.map((entry) => entry.path).sort())
    await expect.poll(() => calls('/auth/info'), 'the log has the calls').toBeGreaterThan(0)
    expect(calls('mainMenu')).toBe(0)
    // Somebody else's menu does ask, so that its absence above says something.
    await context.clearCookies({ name: 'access_token' })
    await page.goto('/login')
    await logInByHand(page, 'auditor')
    await expect(page).toHaveURL('/home')
    await expect.poll(() => calls('mainMenu')).toBeGreaterThan(0)
  },
)

test('NAV-2 a menu holds what the permission tree grants', async ({ page, context, admin }) => {
  await begin(context, 'auditor')
  await page.goto('/home')
  const granted = builtIn.flatMap(({ pages }) => pages.filter((name) => name !== '资源管理'))
  await expect(links(page)).toHaveText(granted)
  const person = await addPerson(admin, { EAST: 'engineer' })
  await context.clearCookies({ name: 'access_token' })
  await signIn(context, person.account)
  await enter(context, 'EAST', 'ems')
  await page.goto('/home')
  await expect(menu(page).getByRole('button')).toHaveText(['运行监控'])
  await expect(links(page)).toHaveText(['电站列表', '告警中心'])
  await expect(link(page, '电站列表')).toHaveAttribute('href', '/ems/stations')
})

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) {
      const outline = await target.evaluate((element) => getComputedStyle(element).outlineStyle)
      expect(outline, 'the focus shows').not.toBe('none')
      return
    }
  }
  throw new Error(`Tab never reaches ${target}`)
}

test('LOGIN-1 CHOOSE-2 SHELL-7 LOGOUT-1 a visit by keyboard alone', async ({ page, admin }) => {
  const person = await addPerson(admin, { EAST: 'manager', WEST: 'viewer' })
  await page.goto('/login')
  await expect(page.locator('form img')).toBeVisible()
  await tabTo(page, page.locator('input[name=username]'))
  await page.keyboard.type(person.account)
  await tabTo(page, page.locator('input[name=password]'))
  await page.keyboard.type(demoPassword)
  await tabTo(page, page.getByRole('button', { name: '显示密码' }))
  await tabTo(page, page.locator('input[name=code]'))
  await page.keyboard.type(captchaAnswer)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/selectSystem')
  await tabTo(page, page.getByRole('button', { name: '统一管理平台' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/home')
  await expect(menu(page)).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: '跳到内容' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await tabTo(page, link(page, '账号管理'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table')).toBeVisible()
  await page.reload()
  await tabTo(page, userMenu(page))
  await page.keyboard.press('Enter')
  await expect(entries(page).first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  expect(await isSignedIn(page.context())).toBe(false)
})
